import {
  type Assessed,
  type AssessedGroup,
  assessGroup,
  type Facts,
  listTests,
  type Status,
} from './assess';
import type { Group } from './requirement';

/** The groups of requirements that are shown under one heading. */
export interface Anchor {
  title: string;
  about: string;
  groups: readonly Group[];
  /** The levels of the requirements, by their numbers, if the standard has levels. */
  levels?: ReadonlyMap<string, number>;
}

/** The facts that a page is built from. */
export interface RunFacts extends Facts {
  /** The sentence about the run: when and how it ran, and on which commit. */
  run: string;
}

const STATUSES: readonly Status[] = ['met', 'not met', 'not applicable'];

/** Returns the text of `docs/trust.md`. The same declarations and facts always give the same text. */
export function buildPage(anchors: readonly Anchor[], facts: RunFacts): string {
  const assessed = anchors.map((anchor) => ({
    ...anchor,
    groups: anchor.groups.map((group) => assessGroup(group, facts)),
  }));
  return [
    '# Trust',
    '',
    ...INTRODUCTION,
    '',
    ...buildBoundary(facts.boundary),
    '',
    '| Anchor | Met | Not met | Not applicable |',
    '|---|---|---|---|',
    ...assessed.map(({ title, groups }) => buildCounts(title, groups)),
    '',
    ...buildMutations(anchors),
    '',
    ...buildRun(anchors, facts),
    ...assessed.flatMap(({ title, about, groups, levels }) => [
      '',
      `## ${title}`,
      '',
      about,
      ...groups.flatMap((group) => buildGroup(group, groups.length > 1, levels)),
    ]),
    '',
  ].join('\n');
}

const INTRODUCTION = [
  'This page compares the panel with the standards and laws that a study must follow. `npm run trust` writes it from the',
  'declarations in `scripts/trust/` and from the recorded run of the tests; do not edit it. The requirements are in this',
  'project’s own words: read the originals before you rely on them.',
  '',
  'A requirement is *met* only if each test that it names passed in the recorded run. A requirement for documentation is',
  'met by a section of a page, with the day on which somebody last compared the two. A test is named by its file and its',
  'title, or by the title of a group of tests. [security.md](security.md) describes the measures.',
];

function buildBoundary(boundary: boolean): string[] {
  return boundary
    ? [
        'With `RESEARCHERS_MANAGE_USERS=off`, only administrators manage users: the administrator boundary is enforced.',
      ]
    : [
        '**The administrator boundary is not enforced** while `RESEARCHERS_MANAGE_USERS` is `on`, the default: everyone who',
        'signs in can become an administrator. The requirements that need the boundary count as not met. Set it to `off`.',
      ];
}

function buildCounts(title: string, groups: readonly AssessedGroup[]): string {
  const all = groups.flatMap(({ requirements }) => requirements);
  const counts = STATUSES.map((status) => all.filter((one) => one.status === status).length);
  return `| ${[title, ...counts].join(' | ')} |`;
}

function buildMutations(anchors: readonly Anchor[]): string[] {
  const mutated = anchors.flatMap(({ groups }) =>
    groups.flatMap(({ requirements }) =>
      Object.entries(requirements).flatMap(([number, one]) =>
        one.status === 'met' && one.mutation ? [number] : [],
      ),
    ),
  );
  return [
    `For the ${mutated.length} requirements that an attacker would try first, \`npm run test:full\` changes the code so that the`,
    'protection is missing, and expects the first test of the requirement to fail. They are marked “mutated”.',
  ];
}

/** Lists the run and the named tests that did not pass, from which `readFacts` reads them again. */
function buildRun(anchors: readonly Anchor[], { run, notPassed }: RunFacts): string[] {
  const named = listTests(anchors.flatMap(({ groups }) => groups));
  const missing = named.filter((test) => notPassed.has(test));
  return [
    '## The recorded run',
    '',
    run,
    '',
    missing.length === 0
      ? `All ${named.length} tests that the requirements name passed.`
      : `Of the ${named.length} tests that the requirements name, these did not pass:`,
    ...(missing.length === 0 ? [] : ['', '| Test | Outcome |', '|---|---|']),
    ...missing.map((test) => `| ${formatTest(test)} | ${notPassed.get(test)} |`),
  ];
}

/** Reads the facts that `buildPage` wrote into a page. */
export function readFacts(page: string, boundary: boolean): RunFacts {
  const [, run = ''] = /\n## The recorded run\n\n(.+)\n/.exec(page) ?? [];
  const rows = page.matchAll(/^\| `(tests\/[^`]+)` › (.+) \| (failed|did not run) \|$/gm);
  const notPassed = new Map(
    [...rows].map(
      ([, file = '', title = '', outcome]) =>
        [
          `${file} › ${title.replaceAll('\\|', '|')}`,
          outcome === 'failed' ? 'failed' : 'did not run',
        ] as const,
    ),
  );
  return { run, notPassed, boundary };
}

function buildGroup(
  { title, requirements }: AssessedGroup,
  headed: boolean,
  levels: Anchor['levels'],
): string[] {
  return [
    '',
    ...(headed ? [`### ${title}`, ''] : []),
    '| No. | Requirement | Status | How it is met, and which test shows it; or why not |',
    '|---|---|---|---|',
    ...requirements.map((one) => buildRow(one, levels?.get(one.number))),
  ];
}

function buildRow(assessed: Assessed, level: number | undefined): string {
  const { number, requirement, status, reasons } = assessed;
  const proofs =
    requirement.status === 'met'
      ? [
          ...(requirement.tests ?? []).map(formatTest),
          ...(requirement.sections ?? []).map(
            (section) => `${formatSection(section)}, reviewed on ${requirement.reviewed}`,
          ),
          ...(requirement.mutation ? [`mutated in \`${requirement.mutation.file}\``] : []),
        ]
      : [];
  const demoted = reasons.map((reason) => `**Not met:** ${reason}`);
  const how = [...demoted, requirement.how, proofs.length > 0 ? `Proof: ${proofs.join('; ')}` : ''];
  const cells = [
    level ? `${number} (L${level})` : number,
    requirement.says,
    status,
    how.filter(Boolean).join(' '),
  ];
  return `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`;
}

function formatTest(test: string): string {
  return `\`${test.replace(' › ', '` › ')}`;
}

/** Returns a link from the folder `docs` to a section of a page. */
function formatSection(section: string): string {
  const [page = '', anchor = ''] = section.split('#');
  const target = page.startsWith('docs/') ? page.slice('docs/'.length) : `../${page}`;
  return `[${page.replace('docs/', '')}, ${anchor.replaceAll('-', ' ')}](${target}#${anchor})`;
}
