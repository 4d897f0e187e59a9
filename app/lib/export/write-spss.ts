import { cutText } from 'shared/cut-text';
import type { ProfiledVariable } from './profile';
import { toOneLine } from './script-text';

/** The maximum length of a label of a variable, and of a value, in bytes. */
const MAX_LABEL = 255;
const MAX_VALUE_LABEL = 120;
/** The maximum width of a string in bytes. */
const MAX_WIDTH = 32_767;

/** Returns a script for SPSS or PSPP that reads data.csv and labels variables and values. */
export function writeSpssScript(variables: readonly ProfiledVariable[]): string {
  const labels = variables.map(({ name, label }) => `  /${name} ${quote(label, MAX_LABEL)}`);
  return [
    '* Encoding: UTF-8.',
    '* Reads data.csv. Set the folder of this script first, for example with CD.',
    'GET DATA',
    '  /TYPE=TXT',
    "  /FILE='data.csv'",
    "  /ENCODING='UTF-8'",
    '  /ARRANGEMENT=DELIMITED',
    '  /DELCASE=LINE',
    '  /FIRSTCASE=2',
    '  /DELIMITERS=","',
    "  /QUALIFIER='\"'",
    '  /VARIABLES=',
    ...endCommand(variables.map((variable) => `    ${readVariable(variable)}`)),
    ...variables.flatMap(convertText),
    'VARIABLE LABELS',
    ...endCommand(labels.map((line, index) => (index === 0 ? line.replace('/', '') : line))),
    ...variables.flatMap(labelValues),
    'EXECUTE.',
    '',
  ].join('\r\n');
}

/** Returns the name and the format of a variable as it is read. */
function readVariable({ name, expected, maxBytes, textName }: ProfiledVariable): string {
  const width = Math.min(Math.max(maxBytes, 1), MAX_WIDTH);
  if (textName) return `${textName} A${width}`;
  return `${name} ${expected === 'text' ? `A${width}` : inputFormats[expected]}`;
}

const inputFormats = { number: 'F16.0', date: 'SDATE10', 'date-time': 'YMDHMS20' } as const;

/**
 * Returns the commands that compute a variable from its text, if some of its values are not of its kind. Texts that are
 * clearly of another kind are not converted, because SPSS would read 31/12/1990 as a day of 2031, and warn about words.
 * PSPP does not have the newer names of these functions, such as CHAR.INDEX.
 */
function convertText({ name, expected, textName, codes }: ProfiledVariable): string[] {
  if (!textName || expected === 'text') return [];
  if (codes.length > 0) {
    const pairs = codes.map(({ value }) => `(${quote(value, MAX_WIDTH)}=${value})`);
    return [`RECODE ${textName} ${pairs.join(' ')} INTO ${name}.`, `FORMATS ${name} (F16.0).`];
  }
  const format = inputFormats[expected];
  return [
    `IF (${buildCondition(textName, expected)}) ${name} = NUMBER(${textName}, ${format}).`,
    `FORMATS ${name} (${format}).`,
  ];
}

function buildCondition(text: string, kind: keyof typeof inputFormats): string {
  if (kind === 'number')
    return `${text} <> '' AND INDEX(UPCASE(${text}), 'ABCDEFGHIJKLMNOPQRSTUVWXYZ/:', 1) = 0`;
  const hyphens = `INDEX(${text}, '-') = 5 AND RINDEX(${text}, '-') = 8`;
  const year = `SUBSTR(${text}, 1, 4) <> '0000'`;
  const colon = kind === 'date-time' ? ` AND INDEX(${text}, ':') = 14` : '';
  return `${hyphens} AND ${year}${colon}`;
}

function labelValues({ name, codes, expected }: ProfiledVariable): string[] {
  // Strings can have labels in all versions only if they have at most 8 bytes.
  const isShort = codes.every(({ value }) => Buffer.byteLength(value) <= 8);
  if (codes.length === 0 || (expected === 'text' && !isShort)) return [];
  const lines = codes.map(
    ({ value, label }) =>
      `  ${expected === 'text' ? quote(value, 8) : value} ${quote(label, MAX_VALUE_LABEL)}`,
  );
  return [`VALUE LABELS ${name}`, ...endCommand(lines)];
}

/** Adds the period that ends a command to its last line. */
function endCommand(lines: readonly string[]): string[] {
  return lines.map((line, index) => (index === lines.length - 1 ? `${line}.` : line));
}

/** Returns an SPSS string literal with at most `max` bytes. */
function quote(text: string, max: number): string {
  let cut = toOneLine(text);
  while (Buffer.byteLength(cut) > max) cut = cutText(cut, cut.length - 1);
  return `'${cut.replaceAll("'", "''")}'`;
}
