import type { EntityDeclaration } from 'shared/entities/declaration';
import type { Row } from 'shared/list/memory';
import { toText } from 'shared/list/values';
import { memoizeByObject } from 'shared/memoize-by-object';
import { getSource, readRecordValues } from 'shared/record-values/record-values';
import type { HistoryValue } from './change';

/** Returns the inputs of an entity's form, and the columns of its list that the form does not have. */
const listHistoryValues = memoizeByObject(({ fields, form = [] }: EntityDeclaration) => {
  const inputs = form.flatMap((name) => {
    const input = fields[name]?.input;
    return input ? [{ ...input, name }] : [];
  });
  const shown = new Set(inputs.flatMap((input) => [input.name, getSource(input)]));
  const columns = Object.entries(fields)
    .filter(([name, { unlisted, derived }]) => !unlisted && !derived && !shown.has(name))
    .map(([name]) => name);
  return { inputs, columns };
});

/**
 * Returns the values of the fields of the form, and of the columns of the list that the form does not have. Leaves out
 * columns that are empty in the record.
 */
export function readWholeRecord(
  declaration: EntityDeclaration,
  record: Row,
): Readonly<Record<string, HistoryValue | undefined>> {
  const { inputs, columns } = listHistoryValues(declaration);
  const filled = columns.filter((name) => (record[name] ?? null) !== null);
  return {
    ...readRecordValues(inputs, record),
    ...Object.fromEntries(filled.map((name) => [name, toText(record[name])])),
  };
}
