import { buildSynopsis } from '../../cli/build-help';
import { type CommandName, commandNames, type Usage, usages } from '../../cli/usages';
import { type NpmScript, scriptGroups } from './npm-scripts';

const INTRODUCTION = `# Commands

\`npm run docs\` writes this page from \`cli/usages.ts\` and \`scripts/docs/npm-scripts.ts\`; do not edit it.

Two dashes separate the name of a command from its arguments: \`npm run backup -- FOLDER\`.

## Commands of the panel

They use the build, and make it only if there is none: run \`npm run build\` after a change of the sources. Without npm,
\`node build/server/cli.js backup …\` does the same as \`npm run backup -- …\`. \`--help\` prints how a command is called.

The commands work on the data that the [settings](settings.md) name, with \`DATABASE_URL\` on that database; only
\`backup\` then refuses, and [operations.md](operations.md#backup) shows how to use \`pg_dump\`. With \`API_HOST_URL\`, the
commands whose names begin with \`participant:\` read the lists of that host. To use a command on the data of the demo,
put \`DATA_DIR=./data-demo\` before it, and also an empty \`DATABASE_URL=\` if \`.env\` sets \`DATABASE_URL\`.

The third column says whether a panel may use the same data while the command runs. If not, stop the panel first.
`;

const besidePanel: Readonly<Record<Usage['besidePanel'], string>> = {
  all: 'yes',
  PostgreSQL: 'on PostgreSQL only',
  none: 'no',
};

/** Returns the text of `docs/commands.md`. */
export function buildCommandsPage(): string {
  return [
    INTRODUCTION,
    '| Command | What it does | While a panel runs |',
    '|---|---|---|',
    ...commandNames.map(buildCommandRow),
    '',
    '### Arguments and options',
    ...commandNames.flatMap(buildOptions),
    ...scriptGroups.flatMap(({ title, scripts }) => [
      ...['', `## ${title}`, ''],
      ...['| Command | What it does |', '|---|---|'],
      ...scripts.map(buildScriptRow),
    ]),
    '',
  ].join('\n');
}

function buildCommandRow(name: CommandName): string {
  const { purpose, page, besidePanel: beside }: Usage = usages[name];
  const link = page ? ` ([${page.split('#')[0]}](${page}))` : '';
  const command = name === 'start' ? 'npm start' : `npm run ${name}`;
  return `| \`${command}\` | ${purpose}${link} | ${besidePanel[beside]} |`;
}

/** Returns the arguments and options of a command, or nothing if it has none. */
function buildOptions(name: CommandName): string[] {
  const { operands = {}, options }: Usage = usages[name];
  const rows = [
    ...Object.entries(operands),
    ...Object.entries(options).map(([option, { meaning }]) => [`--${option}`, meaning]),
  ];
  if (rows.length === 0) return [];
  return [
    ...['', '```', buildSynopsis(name), '```', ''],
    ...['| | Meaning |', '|---|---|'],
    ...rows.map(([label, meaning]) => `| \`${label}\` | ${meaning} |`),
  ];
}

function buildScriptRow({ name, synopsis, purpose }: NpmScript): string {
  const command = name === 'test' ? 'npm test' : `npm run ${name}`;
  return `| \`${synopsis ? `${command} -- ${synopsis}` : command}\` | ${purpose} |`;
}
