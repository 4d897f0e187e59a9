import { describePrivacy, describeTreatment, type FilePrivacy } from './privacy';
import type { ProfiledVariable } from './profile';
import type { ValueStyle } from './variables';

/** The facts about an export that its readme states. */
export interface ExportFacts {
  /** A random id, which the audit log names too. */
  exportId: string;
  list: string;
  /** The title of the list's screen, for messages. */
  title: string;
  username: string;
  /** The time at which the export began, as `2026-03-05 14:30`. */
  madeAt: string;
  timeZone: string;
  /** The sentence that says which rows the file contains. Names no values that identify people. */
  conditions: string;
  style: ValueStyle;
  privacy: FilePrivacy;
}

/** The facts about the rows that are known when all rows have been written. */
export interface WrittenRows {
  rows: number;
  /** The SHA-256 of the rows as lines of the CSV file. */
  sha256: string;
  variables: readonly ProfiledVariable[];
}

/** Returns the lines of the readme, each with its title. `notes` are the sentences about the file's format. */
export function describeExportFile(
  facts: ExportFacts,
  { rows, sha256, variables }: WrittenRows,
  notes: readonly string[] = [],
): [title: string, text: string][] {
  const mixed = variables.filter(({ textName }) => textName !== undefined);
  const derived = variables.filter(({ isDerived }) => isDerived).map(({ name }) => name);
  return [
    ['List', facts.list],
    ['Export', facts.exportId],
    ['Made by', facts.username],
    ['Made at', `${facts.madeAt} (${facts.timeZone})`],
    ['Rows', String(rows)],
    ['Variables', String(variables.length)],
    ['Filters', facts.conditions],
    ...describePrivacy(facts.privacy),
    ['Answers', facts.style === 'codes' ? 'codes, see the codebook' : 'words'],
    ['Dates', `2026-03-05, or 2026-03-05 14:30:00 in the time zone ${facts.timeZone}`],
    ['SHA-256 of the data rows', sha256],
    [
      'About the SHA-256',
      'It is computed from the rows as lines of the CSV file for analysis, without the heading: tail -n +2 data.csv | sha256sum',
    ],
    ...toLine(
      'Derived',
      derived.map((name) => `${name} is computed from other columns and records, as of the export`),
    ),
    ...toLine(
      'Not as expected',
      mixed.map(({ name, expected }) => `some values of ${name} are not of the type ${expected}`),
    ),
    ...notes.map((note): [string, string] => ['Note', note]),
  ];
}

/**
 * Returns one line for all parts, because the readme of a JSON file has each title once. Returns none without parts.
 */
function toLine(title: string, parts: readonly string[]): [string, string][] {
  return parts.length > 0 ? [[title, parts.join('; ')]] : [];
}

/** The sentences that say how values in the CSV file differ from the stored ones. */
export const csvNotes = [
  'In the CSV file, an apostrophe stands before text that a spreadsheet could run as a formula, such as text that begins with =.',
  'In the CSV file, line breaks inside a value are spaces.',
];

/** The sentences about a CSV file as in the list. */
export const listFormatNotes = [
  'In the CSV file, an apostrophe stands before text that a spreadsheet could run as a formula, such as text that begins with =.',
  'Times have no seconds.',
];

/** Returns a readme as the text of a file. */
export function toReadmeText(lines: readonly (readonly [string, string])[]): string {
  return lines.map(([title, text]) => `${title}: ${text}\r\n`).join('');
}

/** The headings of the codebook. */
export const codebookTitles = [
  'variable',
  'original_name',
  'label',
  'type',
  'text_variable',
  'codes',
  'explanation',
  'identifies_people',
  'derived',
  'treatment',
  'rows_with_a_value',
] as const;

/**
 * Returns the rows of the codebook, with those of columns that were left out at the end. `explanations` are those of
 * the Data Dictionary, by the name of the field.
 */
export function buildCodebook(
  variables: readonly ProfiledVariable[],
  explanations: ReadonlyMap<string, string>,
  privacy: FilePrivacy,
): string[][] {
  const leftOut = privacy.leftOut.map(({ field, title }) =>
    // Has no name of a variable and no number of rows, because the data do not contain it.
    ['', field, title, '', '', '', '', '', '', describeTreatment(privacy, field), ''],
  );
  const rows = variables.map(({ codes, isIdentifying, isDerived, filled, ...variable }) => [
    variable.name,
    variable.field,
    variable.label,
    variable.expected,
    variable.textName ?? '',
    codes.map(({ value, label: word }) => `${value} = ${word}`).join('; '),
    explanations.get(variable.field) ?? '',
    isIdentifying ? 'yes' : 'no',
    isDerived ? 'yes' : 'no',
    describeTreatment(privacy, variable.field),
    String(filled),
  ]);
  return [...rows, ...leftOut];
}
