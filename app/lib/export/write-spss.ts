import type { ProfiledVariable } from './profile';
import { hasNumericCodes, toOneLine } from './script-text';

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
    ...endCommand(variables.map((variable) => `    ${variable.name} ${getInputFormat(variable)}`)),
    'VARIABLE LABELS',
    ...endCommand(labels.map((line, index) => (index === 0 ? line.replace('/', '') : line))),
    ...variables.flatMap(labelValues),
    'EXECUTE.',
    '',
  ].join('\r\n');
}

function labelValues(variable: ProfiledVariable): string[] {
  const { name, codes, found } = variable;
  if (codes.length === 0) return [];
  // Only short strings can have labels in all versions.
  if (!hasNumericCodes(variable) && (found !== 'text' || variable.maxBytes > 8)) return [];
  const toValue = (value: string) => (hasNumericCodes(variable) ? value : quote(value, 8));
  const lines = codes.map(
    ({ value, label }) => `  ${toValue(value)} ${quote(label, MAX_VALUE_LABEL)}`,
  );
  return [`VALUE LABELS ${name}`, ...endCommand(lines)];
}

function getInputFormat({ found, maxBytes }: ProfiledVariable): string {
  switch (found) {
    case 'number':
      return 'F16.0';
    case 'date':
      return 'SDATE10';
    case 'date-time':
      return 'YMDHMS20';
    case 'text':
      return `A${Math.min(Math.max(maxBytes, 1), MAX_WIDTH)}`;
  }
}

/** Adds the period that ends a command to its last line. */
function endCommand(lines: readonly string[]): string[] {
  return lines.map((line, index) => (index === lines.length - 1 ? `${line}.` : line));
}

/** Returns a string of SPSS with at most `max` bytes. */
function quote(text: string, max: number): string {
  let cut = toOneLine(text);
  while (Buffer.byteLength(cut) > max) cut = cut.slice(0, -1);
  return `'${cut.replaceAll("'", "''")}'`;
}
