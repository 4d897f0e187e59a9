import type { EntityDeclaration } from 'shared/entities/declaration';
import type { Row } from 'shared/list/memory';
import { toText } from 'shared/list/values';
import { getSource, readRecordValues } from 'shared/record-values/record-values';
import type { HistoryValue } from './change';

/** Returns the values of the fields of the form, and of the columns of the list that the form does not have. */
export function readWholeRecord(
  { fields, form = [] }: Pick<EntityDeclaration, 'fields' | 'form'>,
  record: Row,
): Readonly<Record<string, HistoryValue | undefined>> {
  const inputs = form.flatMap((name) => {
    const input = fields[name]?.input;
    return input ? [{ ...input, name }] : [];
  });
  const shown = new Set(inputs.flatMap((input) => [input.name, getSource(input)]));
  const rest = Object.entries(fields).filter(
    ([name, { unlisted, derived }]) => !unlisted && !derived && !shown.has(name),
  );
  return {
    ...readRecordValues(inputs, record),
    ...Object.fromEntries(rest.map(([name]) => [name, toText(record[name])])),
  };
}
