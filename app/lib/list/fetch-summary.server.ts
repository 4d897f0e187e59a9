import { allRows, type ListQuery } from 'shared/list/grammar';
import type { ListPage, Row } from 'shared/list/memory';
import { resolveDays } from 'shared/list/resolve-days';
import type { SummaryResult } from 'shared/list/summary/count-groups';
import type { Summary } from 'shared/list/summary/grammar';
import { summarizeRows } from 'shared/list/summary/summarize-rows';
import { getToday } from 'shared/list/today';
import type { Entity } from '../entities/entity';
import { getPluralName } from '../entities/name-plural';
import type { ApiResult } from '../host/api-result';
import { explainMissing } from '../host/describe-error';
import { getApiHost } from '../host/host.server';
import { getSummaryPath } from '../host/list-counts';
import { messages } from '../host/messages';
import { isKnownMissing } from '../host/missing.server';
import { queryRows, toMemoryList } from '../rows/query-rows.server';
import { config } from '../server/config.server';
import { findUsedDerived } from './derive-fields.server';
import { fetchRows } from './fetch-rows.server';
import { getHostListPath } from './host-list-path.server';
import { cacheByRows, cacheByTime, type FoundSummary } from './summary-cache.server';

/**
 * Returns the summary of the rows that match a query. A host that has `list-summary` counts them. For other hosts, the
 * panel counts up to LIST_MAX_ROWS rows in memory. Summaries are cached (summary-cache.server.ts).
 */
export async function fetchSummary(
  entity: Entity,
  asked: ListQuery,
  summary: Summary,
): Promise<ApiResult<FoundSummary>> {
  const { filters, q, cols, withdrawn } = resolveDays(asked, getToday(config.STUDY_TIME_ZONE));
  const searched = q === undefined ? undefined : cols;
  const query: ListQuery = { ...allRows, filters, q, cols: searched, withdrawn };
  const path = getHostListPath(entity);
  const key = JSON.stringify([path, query, summary]);
  if (path !== undefined && getApiHost().conforms) {
    const found = await cacheByTime(key, () => getApiHost().summarize(path, query, summary));
    return explainMissing(found, getPluralName(entity));
  }
  // The answer says whether the host filters its lists.
  const first = await fetchRows(entity, { ...query, size: 1 }, getFields(summary));
  if (!first.ok) return first;
  if (path === undefined || !first.value.isByHost)
    return summarizeAll(entity, query, summary, first.value);
  return cacheByTime(key, async () => {
    if (!isKnownMissing(getSummaryPath(path))) {
      const answer = await getApiHost().summarize(path, query, summary);
      if (answer.ok || answer.error.kind === 'refused') return answer;
    }
    return summarizePaged(entity, query, summary);
  });
}

/** Summarizes a list of which all rows are in memory, or that does not come from the host. */
async function summarizeAll(
  entity: Entity,
  query: ListQuery,
  summary: Summary,
  { allRows: whole, total, note }: ListPage,
): Promise<ApiResult<FoundSummary>> {
  const load = async () => {
    if (total > config.LIST_MAX_ROWS) return refuseLong();
    const found = await fetchRows(entity, query, getFields(summary));
    if (!found.ok) return found;
    const { rows } = found.value;
    return rows.length < found.value.total ? refuseLong(rows.length) : count(entity, rows, summary);
  };
  const key = JSON.stringify([query, summary]);
  // Derived fields also change with other lists, and at midnight.
  const isDerived = findUsedDerived(entity, query, getFields(summary)) !== undefined;
  const found = await (whole && !isDerived
    ? cacheByRows(whole, key, load)
    : cacheByTime(undefined, load));
  return found.ok ? { ok: true, value: { ...found.value, note } } : found;
}

/**
 * Summarizes a list of a host that filters its lists, but has no `list-summary`. A search is applied in the panel:
 * the host would search the columns that it returns, and the summary needs further ones.
 */
async function summarizePaged(
  entity: Entity,
  query: ListQuery,
  summary: Summary,
): Promise<ApiResult<SummaryResult>> {
  const filtered: ListQuery = { ...query, q: undefined, cols: undefined };
  const first = await fetchRows(entity, { ...filtered, size: 1 });
  if (!first.ok) return first;
  if (first.value.total > config.LIST_MAX_ROWS) return refuseLong();
  const fields = [...getFields(summary), ...(query.cols ?? [])];
  const cols = query.q !== undefined && !query.cols ? undefined : [...new Set(fields)];
  const found = await fetchRows(entity, { ...filtered, cols });
  if (!found.ok) return found;
  const searched: ListQuery = { ...allRows, q: query.q, cols: query.cols };
  const { rows } = queryRows(entity, found.value.rows, searched);
  return count(entity, rows, summary);
}

async function count(
  entity: Entity,
  rows: readonly Row[],
  summary: Summary,
): Promise<ApiResult<SummaryResult>> {
  const result = await summarizeRows(rows, summary, toMemoryList(entity));
  if (result) return { ok: true, value: result };
  return { ok: false, error: { kind: 'refused', message: messages.summaryTooVaried } };
}

function refuseLong(limit = config.LIST_MAX_ROWS): ApiResult<never> {
  const message = messages.summaryTooLong(limit.toLocaleString('en'));
  return { ok: false, error: { kind: 'too long', message } };
}

/** Returns the fields that a summary groups rows by, or computes a figure of. */
function getFields({ by, of }: Summary): string[] {
  return [...by.map(({ field }) => field), ...('field' in of ? [of.field] : [])];
}
