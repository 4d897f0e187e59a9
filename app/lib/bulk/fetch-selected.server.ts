import { setImmediate } from 'node:timers/promises';
import pLimit from 'p-limit';
import { type ListQuery, MAX_PAGE_SIZE } from 'shared/list/grammar';
import type { Row } from 'shared/list/memory';
import { toText } from 'shared/list/values';
import type { Result } from 'shared/result';
import { fromOpaqueId } from '../core/addresses/record-address.server';
import type { Entity } from '../core/entities/entity';
import { isAbsent } from '../core/host/absent.server';
import type { ApiError, ApiResult } from '../core/host/api-result';
import { fetchRows } from '../core/list/fetch-rows.server';
import { fetchRecord } from '../core/records/fetch-record.server';
import { requireRecordId } from '../core/records/require-record-id';
import { config } from '../core/server/config.server';
import { refuseRequest } from '../core/server/refuse';

/** The rows that a user has selected, each once, and the number of selected rows that no longer exist. */
export interface ChosenRows {
  rows: readonly Row[];
  missing: number;
}

/** The reason that no rows are returned: the host's error, or more rows than one bulk action can change. */
type Failure = ApiError | { kind: 'too many' };
const tooMany: Result<ChosenRows, Failure> = { ok: false, error: { kind: 'too many' } };

/** The maximum number of concurrent requests for single records. */
const PARALLEL = 4;

/** Fetches all rows that match the filters of a list. Fails if there are more than BULK_MAX_ROWS. */
export async function fetchAll(
  entity: Entity,
  query: ListQuery,
): Promise<Result<ChosenRows, Failure>> {
  const rows = new Map<string, Row>();
  // The order by id ensures that no row moves to another page when a record is changed between two requests.
  const sort = { field: entity.key, descending: false };
  for (let page = 1; ; page += 1) {
    const result = await fetchRows(entity, { ...query, sort, page, size: MAX_PAGE_SIZE });
    if (!result.ok) return result;
    if (result.value.total > config.BULK_MAX_ROWS) return tooMany;
    for (const row of result.value.rows) {
      const id = toText(row[entity.key]);
      if (id !== '') rows.set(id, row);
    }
    if (result.value.rows.length === 0 || page * MAX_PAGE_SIZE >= result.value.total)
      return { ok: true, value: { rows: [...rows.values()], missing: 0 } };
  }
}

/**
 * Fetches the rows with these ids, which the check boxes of a list have posted. Most are on the list's page, which is
 * fetched with one request. Rows that have left the page in the meantime are fetched singly. Fails if there are more than
 * BULK_MAX_ROWS ids. Throws a 400 response if there are more than a page can have.
 */
export async function fetchChosen(
  entity: Entity,
  query: ListQuery,
  posted: readonly string[],
): Promise<Result<ChosenRows, Failure>> {
  const ids = [...new Set(posted.map((id) => fromOpaqueId(entity.name, id) ?? id))];
  if (ids.length > MAX_PAGE_SIZE)
    refuseRequest(400, 'The form has more rows than a page of a list. Nothing was changed.');
  if (ids.length > config.BULK_MAX_ROWS) return tooMany;
  const page = await fetchRows(entity, query);
  if (!page.ok) return page;
  const onPage = new Map(page.value.rows.map((row) => [toText(row[entity.key]), row]));
  const limit = pLimit(PARALLEL);
  const found = await Promise.all(
    ids.map((id): Promise<ApiResult<Row | undefined>> | ApiResult<Row> => {
      const row = onPage.get(id);
      return row ? { ok: true, value: row } : limit(() => fetchIfPresent(entity, id));
    }),
  );
  const failed = found.find((result) => !result.ok);
  if (failed && !failed.ok) return failed;
  const rows = found.flatMap((result) => (result.ok && result.value ? [result.value] : []));
  return { ok: true, value: { rows, missing: ids.length - rows.length } };
}

async function fetchIfPresent(entity: Entity, id: string): Promise<ApiResult<Row | undefined>> {
  if (!isPossibleId(entity, id)) return { ok: true, value: undefined };
  // Lets other requests run. With the embedded host, 200 requests for records take a fifth of a second together.
  await setImmediate();
  const found = await fetchRecord(entity, id);
  if (found.ok) return { ok: true, value: { ...found.value, [entity.key]: id } };
  return isAbsent(found.error) ? { ok: true, value: undefined } : found;
}

function isPossibleId(entity: Entity, id: string): boolean {
  try {
    requireRecordId(entity, id);
    return id !== '';
  } catch {
    return false;
  }
}
