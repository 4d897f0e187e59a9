import type { SqlRow } from '../db/types';
import type { ImportTable } from './import-table';

/** Brings the HTML among the changes to what `clean` makes of it; what is the same then is no change. */
export function cleanHtml(
  { html }: ImportTable,
  clean: ((html: string) => string) | undefined,
  changes: SqlRow,
  current: SqlRow | undefined,
): void {
  const column = html?.({ ...current, ...changes });
  // A record that becomes one with HTML brings along what it holds.
  const text = column && (changes[column] ?? current?.[column]);
  if (!clean || !column || typeof text !== 'string') return;
  changes[column] = clean(text) || null;
  if (current && changes[column] === current[column]) delete changes[column];
}
