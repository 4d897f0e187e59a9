import { setImmediate } from 'node:timers/promises';
import { LRUCache } from 'lru-cache';
import { type FieldValues, makeValueCounter } from 'shared/list/count-values';
import type { FieldKinds } from 'shared/list/grammar';
import type { ListPage, Row } from 'shared/list/memory';
import type { Entity } from '../entities/entity';
import { getFieldKinds } from '../entities/list-fields';
import { getApiHost } from '../host/host.server';
import { getValuesPath } from '../host/list-counts';
import { isKnownMissing } from '../host/missing.server';
import { beginLoad, isCurrent, type Load } from '../host/share-load.server';
import { getHostListPath } from './host-list-path.server';

/** The values of fields, by field. The map does not contain fields with more than 30 values. */
export type ValuesByField = ReadonlyMap<string, FieldValues>;

/** The values that a host sent in one answer. Undefined if it did not send any. */
type Answer = ValuesByField | undefined;

/** The minimum age in milliseconds at which values are loaded again if no record has changed. */
const FRESH_MS = 60_000;
/** If a load took at least this many milliseconds, its values are still shown while they are loaded again. */
const SLOW_MS = 500;
/**
 * Values are not loaded again until their age is this multiple of the time that their load took, so that a host does
 * not spend all its time counting a long list.
 */
const MIN_AGE_FACTOR = 100;
/** The maximum number of fields whose values are cached. */
const MAX_CACHED_FIELDS = 5_000;
/** The number of rows in memory that are counted without a pause. */
const ROWS_PER_PART = 5_000;

/** The answers of hosts, by the path of the list and the field. */
const loads = new LRUCache<string, Load<Answer>>({ max: MAX_CACHED_FIELDS });
/** The values in rows of a whole list. They are dropped together with the list. */
const counted = new WeakMap<readonly Row[], Map<string, FieldValues | undefined>>();

/**
 * Returns the values of the fields in all rows of a list, not only in the given page. Counts them if a host sent all
 * rows. Otherwise asks the host, and caches its answer for a minute or, for a long list, for longer. Returns older
 * values during a new load if `mayBeOld` is set or the earlier load was slow. Returns an empty map if the host does
 * not filter the list or has no `list-values` endpoint, or if the rows do not come from a host.
 */
export async function findFieldValues(
  entity: Pick<Entity, 'host' | 'list'>,
  fields: readonly string[],
  { allRows, isByHost }: Pick<ListPage, 'allRows' | 'isByHost'>,
  mayBeOld = false,
): Promise<ValuesByField> {
  const path = getHostListPath(entity);
  if (path === undefined || fields.length === 0) return new Map();
  if (allRows) return countInMemory(allRows, fields, getFieldKinds(entity.list));
  if (!isByHost || isKnownMissing(getValuesPath(path))) return new Map();
  const known = new Map(fields.map((field) => [field, loads.get(getKey(path, field))]));
  startLoad(
    path,
    fields.filter((field) => !isFresh(known.get(field), mayBeOld)),
  );
  const values = fields.map(async (field) => {
    const old = known.get(field);
    const isShown = old && (mayBeOld || old.took >= SLOW_MS);
    return (await (isShown ? old : loads.get(getKey(path, field)))?.answer)?.get(field);
  });
  return toMap(await Promise.all(values));
}

async function countInMemory(
  rows: readonly Row[],
  fields: readonly string[],
  kinds: FieldKinds,
): Promise<ValuesByField> {
  const known = counted.get(rows) ?? new Map<string, FieldValues | undefined>();
  counted.set(rows, known);
  const missing = fields.filter((field) => !known.has(field));
  const counter = makeValueCounter(missing, kinds);
  for (
    let start = 0;
    start < rows.length && counter.listOpen().length > 0;
    start += ROWS_PER_PART
  ) {
    counter.addRows(rows.slice(start, start + ROWS_PER_PART));
    await setImmediate();
  }
  const found = toMap(counter.finish());
  for (const field of missing) known.set(field, found.get(field));
  return toMap(fields.map((field) => known.get(field)));
}

/**
 * Returns true if values need not be loaded again. After a change of records they must, unless `mayBeOld` is set or
 * loading them was slow.
 */
function isFresh(entry: Load<Answer> | undefined, mayBeOld: boolean): boolean {
  if (!entry) return false;
  const age = Math.abs(Date.now() - entry.at);
  if (age >= Math.max(FRESH_MS, MIN_AGE_FACTOR * entry.took)) return false;
  return mayBeOld || entry.took >= SLOW_MS || isCurrent(entry);
}

function startLoad(path: string, fields: readonly string[]): void {
  if (fields.length === 0) return;
  const answer = requestValues(path, fields);
  const isCached = (values: Answer) => values !== undefined;
  for (const field of fields) beginLoad(loads, getKey(path, field), () => answer, isCached);
}

async function requestValues(path: string, fields: readonly string[]): Promise<Answer> {
  const answer = await getApiHost().listValues(path, fields);
  return answer.ok ? toMap(answer.value) : undefined;
}

function getKey(path: string, field: string): string {
  return `${path} ${field}`;
}

function toMap(values: readonly (FieldValues | undefined)[]): ValuesByField {
  return new Map(values.flatMap((one) => (one ? [[one.field, one]] : [])));
}
