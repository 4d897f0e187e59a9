import { setImmediate } from 'node:timers/promises';
import type { FieldKinds } from '../grammar';
import type { Row } from '../memory';
import { normalizeDate, toNumber, toText } from '../values';
import type { Aggregate } from './aggregate';
import { type GroupValue, makeGroupCounter, type SummaryResult, UNREADABLE } from './count-groups';
import type { Figure, Grouping, Summary } from './grammar';

/** The number of rows that are counted at once. Other requests run in between. */
const PART = 5_000;

/**
 * Summarizes rows in memory, as the embedded host does in SQL. Returns undefined if the fields have too many different
 * values.
 */
export async function summarizeRows(
  rows: readonly Row[],
  summary: Summary,
  { kinds, timeZone }: { kinds: FieldKinds; timeZone: string },
): Promise<SummaryResult | undefined> {
  const counter = makeGroupCounter(summary, kinds);
  const read = (row: Row) => summary.by.map((grouping) => readValue(row, grouping, timeZone));
  for (let start = 0; start < rows.length; start += PART) {
    for (const row of rows.slice(start, start + PART))
      if (!counter.add(read(row), aggregateRow(row, summary.of))) return undefined;
    await setImmediate();
  }
  return counter.finish();
}

function readValue(row: Row, { field, unit }: Grouping, timeZone: string): GroupValue {
  const text = toText(row[field]);
  if (text === '' || !unit) return text || null;
  return normalizeDate(text, timeZone) ?? UNREADABLE;
}

function aggregateRow(row: Row, of: Figure): Aggregate {
  const number = 'field' in of ? toNumber(row[of.field]) : null;
  return { rows: 1, n: number === null ? 0 : 1, sum: number ?? 0, min: number, max: number };
}
