import { existsSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { anchors } from '../../scripts/trust/anchors';
import { assessGroup, listTests } from '../../scripts/trust/assess';
import { asvs } from '../../scripts/trust/asvs';
import { asvsLevels } from '../../scripts/trust/asvs-levels';
import { buildPage, readFacts } from '../../scripts/trust/build-page';
import { met } from '../../scripts/trust/declare';
import { buildPattern, indexResults, splitTest } from '../../scripts/trust/find-outcome';
import { listMutations } from '../../scripts/trust/list-mutations';
import { readResults } from '../../scripts/trust/recorded-run';
import { group } from '../../scripts/trust/requirement';
import { panelSettings } from '../../shared/settings/settings';
import { listTitles } from '../support/list-titles';

const groups = anchors.flatMap((anchor) => anchor.groups);
const requirements = groups.flatMap((one) => Object.entries(one.requirements));
const boundary = !panelSettings.parse({}).RESEARCHERS_MANAGE_USERS;

const TEST = 'tests/unit/values.test.ts › %j is not a number';
const example = {
  title: 'Example',
  requirements: { '1': met('Numbers are checked.', 'By a test.', { tests: [TEST] }) },
};
const rights = met('Only some may do it.', 'By a test.', { tests: [TEST], boundary: true });

/** Returns the status of the only requirement of the example, for these facts. */
function assessExample(
  facts: Parameters<typeof assessGroup>[1],
  requirement = example.requirements[1],
) {
  return assessGroup({ title: 'Example', requirements: { '1': requirement } }, facts)
    .requirements[0];
}

describe('a requirement that is declared as met is not met', () => {
  it.each(['failed', 'did not run'] as const)('if its test %s in the recorded run', (outcome) => {
    const assessed = assessExample({ notPassed: new Map([[TEST, outcome]]), boundary: true });
    expect(assessed?.status).toBe('not met');
    expect(assessed?.reasons.join()).toContain(outcome);
    expect(assessExample({ notPassed: new Map(), boundary: true })?.status).toBe('met');
  });

  it('if it needs the administrator boundary while RESEARCHERS_MANAGE_USERS is on', () => {
    expect(assessExample({ notPassed: new Map(), boundary: false }, rights)?.status).toBe(
      'not met',
    );
    expect(assessExample({ notPassed: new Map(), boundary: true }, rights)?.status).toBe('met');
    const facts = { run: 'A run.', notPassed: new Map(), boundary: false };
    const notEnforced = 'The administrator boundary is not enforced';
    expect(buildPage(anchors, facts)).toContain(notEnforced);
    expect(buildPage(anchors, { ...facts, boundary: true })).not.toContain(notEnforced);
  });
});

describe('a declaration is refused', () => {
  it.each([
    ['is met without a proof', { status: 'met' }],
    ['names a section without a date of review', { status: 'met', sections: ['README.md#run-it'] }],
    ['names no test file', { status: 'met', tests: ['something › works'] }],
    [
      'has a mutation that changes nothing',
      {
        ...{ status: 'met', tests: [TEST] },
        mutation: { file: 'app/a.ts', before: 'const a = 1;', after: 'const a = 1;' },
      },
    ],
    ['is not met, but names a test', { status: 'not met', tests: [TEST] }],
  ])('if it %s', (_, part) => {
    const texts = { says: 'Something is so.', how: 'By doing something.' };
    const checked = group.safeParse({
      title: 'Example',
      requirements: { '1': { ...texts, ...part } },
    });
    expect(checked.success).toBe(false);
  });
});

describe('the results of a run', () => {
  const result = (titles: string[], status: 'passed' | 'failed' | 'skipped') => ({
    ...{ file: 'tests/unit/values.test.ts', titles, status },
  });

  it('count as failed if one case failed, and as not run without a case that passed', () => {
    const passed = result(['a number', '"a" is not a number'], 'passed');
    const failed = result(['a number', 'null is not a number'], 'failed');
    expect(indexResults([passed])(TEST)).toBe('passed');
    expect(indexResults([passed, failed])(TEST)).toBe('failed');
    expect(indexResults([result(['a number', '"a" is not a number'], 'skipped')])(TEST)).toBe(
      'did not run',
    );
    expect(indexResults([passed])('tests/unit/other.test.ts › %j is not a number')).toBe(
      'did not run',
    );
    expect(indexResults([passed])('tests/unit/values.test.ts › a number')).toBe('passed');
  });

  it.each([
    ['%s becomes %s', '<b> becomes <strong>', true],
    ['%s becomes %s', 'stays the same', false],
    ['the loader of $name leads home', 'the loader of lock.ts leads home', true],
    ['is (not) shown.', 'is (not) shown.', true],
    ['is (not) shown.', 'is not shown!', false],
  ])('have the title “%s” as “%s”: %s', (title, reported, matches) => {
    expect(buildPattern(title).test(reported)).toBe(matches);
  });

  it('are read from the reports of Vitest and Playwright', () => {
    const vitest = {
      testResults: [
        {
          name: '/somewhere/panel/tests/unit/a.test.ts',
          assertionResults: [
            { ancestorTitles: ['a'], title: 'works', status: 'passed' },
            { ancestorTitles: [], title: 'waits', status: 'pending' },
          ],
        },
      ],
    };
    expect(readResults(vitest)).toEqual([
      { file: 'tests/unit/a.test.ts', titles: ['a', 'works'], status: 'passed' },
      { file: 'tests/unit/a.test.ts', titles: ['waits'], status: 'skipped' },
    ]);
    const spec = { title: 'opens', file: 'a.spec.ts', tests: [{ status: 'unexpected' }] };
    const playwright = {
      config: { rootDir: '/somewhere/panel/tests/e2e' },
      suites: [{ title: 'a.spec.ts', suites: [{ title: 'a page', specs: [spec] }] }],
    };
    expect(readResults(playwright)).toEqual([
      { file: 'tests/e2e/a.spec.ts', titles: ['a.spec.ts', 'a page', 'opens'], status: 'failed' },
    ]);
    expect(() => readResults({ tests: [] })).toThrow();
  });
});

describe('the declared requirements', () => {
  it('are valid', () => {
    for (const one of groups) expect(group.parse(one)).toEqual(one);
  });

  it('have all numbers of levels 1 and 2 of the ASVS, each once, in order', () => {
    const expected = [...asvsLevels].filter(([, level]) => level < 3).map(([number]) => number);
    expect([asvsLevels.size, expected.length]).toEqual([345, 253]);
    const declared = asvs.groups.flatMap((one) => Object.keys(one.requirements));
    expect(declared).toEqual(expected);
    for (const one of asvs.groups)
      expect(Object.keys(one.requirements)[0], one.title).toMatch(
        new RegExp(`^${one.title.split(' ')[0]}\\.`),
      );
  });

  it('name tests that exist', () => {
    const missing = listTests(groups).filter((test) => {
      const { file, title } = splitTest(test);
      return !listTitles(file).includes(title);
    });
    expect(missing).toEqual([]);
  });

  it('name sections that exist', () => {
    const sections = requirements.flatMap(([, one]) =>
      one.status === 'met' ? (one.sections ?? []) : [],
    );
    expect(sections.length).toBeGreaterThan(10);
    const missing = sections.filter((section) => {
      const [page = '', anchor] = section.split('#');
      return !existsSync(page) || !listAnchors(readFileSync(page, 'utf8')).includes(anchor ?? '');
    });
    expect(missing).toEqual([]);
  });

  it('have forty mutations, each of a text that is once in its file', () => {
    const mutations = listMutations(groups);
    expect(mutations.length).toBe(40);
    const wrong = mutations.filter(
      ({ file, before }) =>
        !existsSync(file) || readFileSync(file, 'utf8').split(before).length !== 2,
    );
    expect(wrong).toEqual([]);
  });
});

it('docs/trust.md gives levels to the requirements of the ASVS only', () => {
  const [asvsPart, others] = readFileSync('docs/trust.md', 'utf8').split('\n## ICH E6');
  const levels = /^\| [^|]+ \(L[123]\) \|/gm;
  expect(asvsPart?.match(levels)).toHaveLength(253);
  expect(others?.match(levels)).toBeNull();
});

it('docs/trust.md is up to date with the declarations: run `npm run trust` after a change of them', () => {
  const page = readFileSync('docs/trust.md', 'utf8');
  expect(page).toBe(buildPage(anchors, readFacts(page, boundary)));
});

/** Returns the anchors that websites give to the headings of a page. */
function listAnchors(page: string): string[] {
  return [...page.matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) =>
    heading
      .toLowerCase()
      .replace(/[^\w -]/g, '')
      .replaceAll(' ', '-'),
  );
}
