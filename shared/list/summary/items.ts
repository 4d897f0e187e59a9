import { z } from 'zod';
import { makeAggregate } from './aggregate';
import type { Group } from './choose-groups';
import { MAX_GROUPS, type SummaryResult } from './count-groups';

type Item = Readonly<Record<string, string | number | null>>;

/** The largest index of a group: those without a value and all others come after the values. */
const index = z.coerce
  .number()
  .int()
  .min(0)
  .max(MAX_GROUPS + 1);
const axis = z.enum(['row', 'column']);
const day = z.string().regex(/^\d{4}-\d{2}-\d{2}$/);
const amount = z.coerce.number();
const bound = z.union([z.null(), amount]);

const groupSchema = z.discriminatedUnion('kind', [
  z.object({ axis, kind: z.literal('value'), value: z.string() }),
  z.object({ axis, kind: z.literal('period'), from: day, to: day }),
  z.object({ axis, kind: z.literal(['none', 'other']) }),
]);
const cellSchema = z.object({
  row: index,
  column: index,
  rows: amount,
  n: amount,
  sum: amount,
  min: bound,
  max: bound,
});
const itemSchema = z.union([groupSchema, cellSchema]);

/** Returns the items of an answer: one for each group, in order, and one for each cell that has rows. */
export function writeSummaryItems({ rows, columns, cells }: SummaryResult): Item[] {
  const toItems = (name: 'row' | 'column', groups: readonly Group[]): Item[] =>
    groups.map((group) => ({ axis: name, ...group }));
  const filled = cells.flatMap((row, rowIndex) =>
    row.flatMap((cell, column) => (cell.rows > 0 ? [{ row: rowIndex, column, ...cell }] : [])),
  );
  return [...toItems('row', rows), ...toItems('column', columns ?? []), ...filled];
}

/**
 * Reads the items that `writeSummaryItems` writes, for a summary by one or two fields. Returns undefined if they are
 * not valid.
 */
export function readSummaryItems(
  items: readonly unknown[],
  fields: number,
): SummaryResult | undefined {
  const parsed = z.array(itemSchema).safeParse(items).data;
  if (!parsed) return undefined;
  const groups = { row: [] as Group[], column: [] as Group[] };
  for (const item of parsed) {
    if (!('axis' in item)) continue;
    const { axis: name, ...group } = item;
    groups[name].push(group);
  }
  const isOne = fields === 1;
  if (isOne !== (groups.column.length === 0) && groups.row.length > 0) return undefined;
  const width = isOne ? 1 : groups.column.length;
  const cells = groups.row.map(() => Array.from({ length: width }, makeAggregate));
  for (const item of parsed) {
    if ('axis' in item) continue;
    const { row, column, ...aggregate } = item;
    const cell = cells[row]?.[column];
    if (!cell) return undefined;
    Object.assign(cell, aggregate);
  }
  return { rows: groups.row, columns: isOne ? undefined : groups.column, cells };
}
