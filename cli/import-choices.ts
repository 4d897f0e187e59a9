import type { ColumnReport } from '../backend/import/column-report';
import type { ColumnNames } from '../backend/import/columns';
import type { ImportTable } from '../backend/import/import-table';
import { CHOICES, type Choice, type Choices, type Suspicion } from '../shared/import/choices';
import { fold } from '../shared/list/values';
import { print } from './print';

/** The choice for the suspicious values of a column, or of all columns without a choice of their own. */
interface GivenChoice {
  column?: string;
  choice: Choice;
}

const kinds: Readonly<Record<Suspicion, string>> = {
  missing: 'like missing values',
  decimal: 'whole numbers with .0',
  scientific: 'in scientific notation',
  variant: 'that differ from earlier ones only by case, spaces or marks',
};

/** Reads a value of the option --suspicious. Throws an error with one sentence if it is none. */
export function readChoice(text: string): GivenChoice {
  const [, column, word = ''] = /^(?:(.*)=)?([^=]*)$/s.exec(text) ?? [];
  const choice = CHOICES.find((known) => known === word);
  if (!choice)
    throw new Error(`--suspicious takes COLUMN=empty, COLUMN=keep, empty or keep, not ${text}.`);
  return { choice, ...(column === undefined ? {} : { column }) };
}

/** Returns the choices by the names of the fields. Throws an error if the list does not have a column. */
export function buildChoices(
  given: readonly GivenChoice[],
  { table }: ImportTable,
  titles: ColumnNames['titles'],
  map: ColumnNames['map'] = {},
): Choices {
  const names = Object.keys(table.columns);
  const byTitle = new Map(Object.entries(titles).map(([title, name]) => [fold(title), name]));
  const findName = (column: string) => {
    const called = (Object.hasOwn(map, column) && map[column]) || column;
    return names.includes(called) ? called : byTitle.get(fold(called.trim()));
  };
  const choices: Record<string, Choice> = {};
  for (const { column, choice } of given)
    if (column === undefined) for (const name of names) choices[name] = choice;
  for (const { column, choice } of given) {
    if (column === undefined) continue;
    const name = findName(column);
    if (!name) throw new Error(`--suspicious: ${table.singular} records have no column ${column}.`);
    choices[name] = choice;
  }
  return choices;
}

/** Prints the suspicious values of a column, with examples and what happens to them. */
export function printSuspicious({ title, suspicious, choice }: ColumnReport): void {
  const fate = choice === 'empty' ? 'read as empty' : choice === 'keep' ? 'kept' : 'no choice';
  for (const { kind, count, examples } of suspicious) {
    const shown = examples.map(
      ({ line, text, like }) =>
        `${JSON.stringify(text)}${like === undefined ? '' : ` beside ${JSON.stringify(like)}`} in line ${line}`,
    );
    const values = count === 1 ? 'value' : 'values';
    print(`${title}: ${count} suspicious ${values} ${kinds[kind]} (${fate}): ${shown.join('; ')}`);
  }
}
