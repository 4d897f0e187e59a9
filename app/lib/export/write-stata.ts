import type { ProfiledVariable } from './profile';
import { toOneLine } from './script-text';
import { STATA_SCRATCH } from './variable-names';

/** The maximum number of characters of a variable's label. */
const MAX_LABEL = 80;

/**
 * Returns a script for Stata that reads data.csv and labels variables and values. No test runs it, because Stata is not
 * free.
 */
export function writeStataScript(variables: readonly ProfiledVariable[]): string {
  return [
    '* Reads data.csv. This script has not been tested with Stata: check its result.',
    '* Set the folder of this script first, for example with cd.',
    'version 14',
    'import delimited using "data.csv", delimiters(",") varnames(nonames) rowrange(2) ///',
    '  bindquotes(strict) stringcols(_all) encoding("utf-8") clear',
    ...variables.map(({ name }, index) => `rename v${index + 1} ${name}`),
    ...variables.flatMap(writeConversion),
    '',
  ].join('\r\n');
}

function writeConversion(variable: ProfiledVariable, index: number): string[] {
  const { name, label, expected, codes } = variable;
  const lines = [...writeKindConversion(variable), `label variable ${name} ${quote(label)}`];
  // Stata labels integers only.
  const integers = codes.filter(({ value }) => /^-?\d+$/.test(value));
  if (expected !== 'number' || integers.length === 0) return lines;
  const pairs = integers.map((code) => `${code.value} ${quote(code.label)}`).join(' ');
  return [
    ...lines,
    `label define codes_${index + 1} ${pairs}`,
    `label values ${name} codes_${index + 1}`,
  ];
}

function writeKindConversion({ name, expected, textName }: ProfiledVariable): string[] {
  const replaceBy = (value: string, format: string) => [
    `generate double ${STATA_SCRATCH} = ${value}`,
    `format ${STATA_SCRATCH} ${format}`,
    `order ${STATA_SCRATCH}, after(${name})`,
    textName ? `rename ${name} ${textName}` : `drop ${name}`,
    `rename ${STATA_SCRATCH} ${name}`,
  ];
  switch (expected) {
    case 'number':
      return replaceBy(`real(${name})`, '%12.0g');
    case 'date':
      return replaceBy(`date(${name}, "YMD")`, '%td');
    case 'date-time':
      return replaceBy(
        `cond(strlen(${name}) == 10, cofd(date(${name}, "YMD")), clock(${name}, "YMDhms"))`,
        '%tc',
      );
    case 'text':
      return [];
  }
}

/** Returns a Stata string literal, in which no macro is expanded. */
function quote(text: string): string {
  const plain = toOneLine(text).replaceAll('`', "'").replaceAll('$', '').replaceAll('"', "'");
  return `"${[...plain].slice(0, MAX_LABEL).join('')}"`;
}
