import type { SqlRow } from 'shared/db/types';
import type { ImportTable } from './import-table';

/**
 * Replaces HTML among the changes of a record by the result of `clean`. Removes the change if the result equals
 * the stored text.
 */
export function cleanHtml(
  { html }: ImportTable,
  clean: ((html: string) => string) | undefined,
  changes: SqlRow,
  current: SqlRow | undefined,
): void {
  const column = html?.({ ...current, ...changes });
  // When a change of type turns a stored text into HTML, that text must be cleaned too.
  const text = column && (changes[column] ?? current?.[column]);
  if (!clean || !column || typeof text !== 'string') return;
  changes[column] = clean(text) || null;
  if (current && changes[column] === current[column]) delete changes[column];
}
