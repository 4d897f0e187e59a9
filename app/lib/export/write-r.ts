import type { ProfiledVariable } from './profile';
import { toOneLine } from './script-text';

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
    ...variables.flatMap((variable) => convert(variable, timeZone)),
    '',
  ].join('\n');
}

function convert({ name, label, found, codes }: ProfiledVariable, timeZone: string): string[] {
  const column = `data[[${quote(name)}]]`;
  const lines: string[] = [];
  if (codes.length > 0) {
    const values = codes.map(({ value }) => quote(value)).join(', ');
    const words = codes.map((code) => quote(code.label)).join(', ');
    lines.push(`${column} <- label_codes(${column}, c(${values}), c(${words}))`);
  } else if (found === 'number') lines.push(`${column} <- as.numeric(${column})`);
  else if (found === 'date') lines.push(`${column} <- as.Date(${column}, format = "%Y-%m-%d")`);
  else if (found === 'date-time')
    lines.push(
      `${column} <- as.POSIXct(ifelse(nchar(${column}) == 10, paste(${column}, "00:00:00"), ${column}),`,
      `  format = "%Y-%m-%d %H:%M:%S", tz = ${quote(timeZone)})`,
    );
  return [...lines, `attr(${column}, "label") <- ${quote(label)}`];
}

/** Returns a string of R. Characters outside of ASCII are escaped, because R reads scripts in the system's encoding. */
function quote(text: string): string {
  const escaped = [...toOneLine(text).replace(/[\\"]/g, '\\$&')].map((character) => {
    const point = character.codePointAt(0) ?? 0;
    return point < 128 ? character : `\\U{${point.toString(16)}}`;
  });
  return `"${escaped.join('')}"`;
}
