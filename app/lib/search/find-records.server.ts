import type { Filter } from 'shared/list/grammar';
import type { ListPage, Row } from 'shared/list/memory';
import { isPhoneNumber, isSamePhone } from 'shared/list/phone-text';
import { toText } from 'shared/list/values';
import { isRecordId } from 'shared/record-id';
import { getFieldKinds } from '../core/entities/list-fields';
import type { ApiResult } from '../core/host/api-result';
import { fetchRows } from '../core/list/fetch-rows.server';
import { restrictMaskedQuery } from '../core/masking/restrict-query.server';
import { MIN_PART } from './search-text';
import type { SearchedEntity } from './searched-entities';

/** The number of records that a group of the search page shows. */
export const GROUP_SIZE = 5;

const noMatches: ApiResult<ListPage> = { ok: true, value: { rows: [], total: 0 } };

/**
 * Returns the first `size` records of an entity that match a text, and the number of all matches. Records that the
 * text identifies come first.
 */
export async function findMatchingRecords(
  searched: SearchedEntity,
  text: string,
  size = GROUP_SIZE,
): Promise<ApiResult<ListPage>> {
  const part = await findPartialMatches(searched, text, size);
  // If all partial matches were read, they include the records that the text identifies by a field, but they may lack
  // the record with this id.
  const isComplete = part.ok && text.length >= MIN_PART && part.value.total <= size;
  const exact = await findIdentified(searched, text, isComplete ? ['id'] : ['id', 'fields']);
  if (!exact.ok) return exact;
  if (!part.ok) return part;
  const first = exact.value;
  const keys = new Set(first.map((row) => toText(row[searched.entity.key])));
  const others = part.value.rows.filter((row) => !keys.has(toText(row[searched.entity.key])));
  const rows = [...first, ...others].slice(0, size);
  return { ok: true, value: { rows, total: Math.max(part.value.total, rows.length) } };
}

/** Returns the first records whose searched fields contain the text. */
async function findPartialMatches(
  { entity, fields }: SearchedEntity,
  text: string,
  size: number,
): Promise<ApiResult<ListPage>> {
  if (text.length < MIN_PART) return noMatches;
  const { sort, columns } = entity.list;
  const { query } = restrictMaskedQuery(columns, {
    page: 1,
    size,
    sort,
    cols: fields,
    q: text,
    filters: [],
  });
  // Without a search, all records would match.
  return query.q === undefined ? noMatches : fetchRows(entity, query);
}

/**
 * Returns the records whose id, or one of whose identifying fields, equals the text. There is rarely more than one. A
 * phone number equals the text however either is written.
 */
export async function findIdentified(
  { entity, fields, identifiers }: SearchedEntity,
  text: string,
  by: readonly ('id' | 'fields')[] = ['id', 'fields'],
): Promise<ApiResult<Row[]>> {
  const isNumber = getFieldKinds(entity.list)[entity.key] === 'number';
  const filters: Filter[] = [];
  if (by.includes('fields'))
    for (const field of identifiers) {
      filters.push({ kind: 'exact', field, equals: text });
      if (isPhoneNumber(text)) filters.push({ kind: 'text', field, contains: text });
    }
  if (by.includes('id') && isNumber && isRecordId(text))
    filters.push({ kind: 'number', field: entity.key, min: Number(text), max: Number(text) });
  const found = new Map<string, Row>();
  for (const filter of filters) {
    const query = { page: 1, size: GROUP_SIZE, sort: undefined, cols: fields, q: undefined };
    const result = await fetchRows(entity, { ...query, filters: [filter] });
    if (!result.ok) return result;
    for (const row of result.value.rows)
      if (filter.kind !== 'text' || isSamePhone(toText(row[filter.field]), text))
        found.set(toText(row[entity.key]), row);
  }
  return { ok: true, value: [...found.values()] };
}
