import type { ProfiledVariable } from './profile';
import { toOneLine } from './script-text';
import type { VariableKind } from './variables';

/** Returns a script for R that reads data.csv, converts and labels the variables, and turns codes into factors. */
export function writeRScript(variables: readonly ProfiledVariable[], timeZone: string): string {
  const names = variables.map(({ name }) => `  ${quote(name)}`).join(',\n');
  return [
    '# Reads data.csv into the data frame "data". Set the working directory to the folder of this script.',
    'data <- read.csv("data.csv", encoding = "UTF-8", colClasses = "character",',
    '  na.strings = "", check.names = FALSE)',
    `names(data) <- c(\n${names}\n)`,
    '',
    '# Turns codes into a factor. Values without a declared code become further levels.',
    'label_codes <- function(values, codes, words) {',
    '  others <- setdiff(unique(values[!is.na(values)]), codes)',
    '  factor(values, levels = c(codes, others), labels = make.unique(c(words, others)))',
    '}',
    '',
    ...variables.flatMap((variable) => writeConversion(variable, timeZone)),
    '',
  ].join('\n');
}

function writeConversion(variable: ProfiledVariable, timeZone: string): string[] {
  const { name, label, expected, codes, textName } = variable;
  const column = `data[[${quote(name)}]]`;
  const setLabel = `attr(${column}, "label") <- ${quote(label)}`;
  if (codes.length > 0) {
    const values = codes.map(({ value }) => quote(value)).join(', ');
    const words = codes.map((code) => quote(code.label)).join(', ');
    return [`${column} <- label_codes(${column}, c(${values}), c(${words}))`, setLabel];
  }
  const keepText = textName ? [`data[[${quote(textName)}]] <- ${column}`] : [];
  return [...keepText, ...writeKindConversion(column, expected, timeZone), setLabel];
}

function writeKindConversion(column: string, kind: VariableKind, timeZone: string): string[] {
  switch (kind) {
    case 'number':
      return [`${column} <- suppressWarnings(as.numeric(${column}))`];
    case 'date':
      return [`${column} <- as.Date(${column}, format = "%Y-%m-%d")`];
    case 'date-time':
      return [
        `${column} <- as.POSIXct(ifelse(nchar(${column}) == 10, paste(${column}, "00:00:00"), ${column}),`,
        `  format = "%Y-%m-%d %H:%M:%S", tz = ${quote(timeZone)})`,
      ];
    case 'text':
      return [];
  }
}

/**
 * Returns an R string literal. Characters outside of ASCII are escaped, because R reads scripts in the system's
 * encoding.
 */
function quote(text: string): string {
  const escaped = [...toOneLine(text).replace(/[\\"]/g, '\\$&')].map((character) => {
    const point = character.codePointAt(0) ?? 0;
    return point < 128 ? character : `\\U{${point.toString(16)}}`;
  });
  return `"${escaped.join('')}"`;
}
