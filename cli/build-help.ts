import { type CommandName, commandNames, type Usage, usages } from './usages';

const WIDTH = 100;

/** Returns how a command is called, in one line. */
export function buildSynopsis(name: CommandName): string {
  const { synopsis }: Usage = usages[name];
  const command = name === 'start' ? 'npm start' : `npm run ${name}`;
  return synopsis ? `${command} -- ${synopsis}` : command;
}

/** Returns what `--help` prints: how a command is called, what it does, and its arguments and options. */
export function buildHelp(name: CommandName): string {
  const { purpose, operands = {}, options, page }: Usage = usages[name];
  const rows = [
    ...Object.entries(operands),
    ...Object.entries(options).map(([option, { value, meaning }]) => [
      value ? `--${option} ${value}` : `--${option}`,
      meaning,
    ]),
    ['--help', 'prints this text'],
  ];
  const sentence = `${purpose.charAt(0).toUpperCase()}${purpose.slice(1)}.`;
  return [
    ...[buildSynopsis(name), '', ...wrap(sentence, WIDTH)],
    ...['', ...buildRows(rows)],
    ...(page ? ['', `See docs/${page}`] : []),
  ].join('\n');
}

/** Returns the list of the commands, for a call without the name of one. */
export function buildOverview(): string {
  return buildRows(commandNames.map((name) => [name, usages[name].purpose])).join('\n');
}

/** Returns lines with a label and a text each. Wraps the texts, and indents their further lines. */
function buildRows(rows: readonly (readonly string[])[]): string[] {
  const indent = Math.max(...rows.map(([label = '']) => label.length)) + 2;
  return rows.flatMap(([label = '', text = '']) =>
    wrap(text, WIDTH - indent).map(
      (line, index) => (index === 0 ? label : '').padEnd(indent) + line,
    ),
  );
}

function wrap(text: string, width: number): string[] {
  const lines: string[] = [];
  let line = '';
  for (const word of text.split(' ')) {
    if (line !== '' && line.length + word.length >= width) {
      lines.push(line);
      line = word;
    } else line = line === '' ? word : `${line} ${word}`;
  }
  return [...lines, line];
}
