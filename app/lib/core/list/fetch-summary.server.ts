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
import { messages } from '../host/messages';
import { toMemoryList } from '../rows/query-rows.server';
import { config } from '../server/config.server';
import { findUsedDerived } from './derive-fields.server';
import { fetchRows } from './fetch-rows.server';
import { getHostListPath } from './host-list-path.server';
import { cacheByRows, cacheByTime, type FoundSummary } from './summary-cache.server';

/**
 * Returns the summary of the rows that match a query. A host that answers queries counts them. For other hosts, the
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
  const host = getApiHost();
  if (path === undefined || !host.answersQueries) {
    const first = await fetchRows(entity, { ...query, size: 1 }, getFields(summary));
    if (!first.ok) return first;
    // The answer may have shown that the host answers queries.
    if (path === undefined || !first.value.isByHost)
      return summarizeAll(entity, query, summary, first.value);
  }
  const key = JSON.stringify([path, query, summary]);
  const found = await cacheByTime(key, () => host.summarize(path, query, summary));
  return explainMissing(found, getPluralName(entity));
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
  const isDerived = findUsedDerived(entity, query, getFields(summary)).length > 0;
  const found = await (whole && !isDerived
    ? cacheByRows(whole, key, load)
    : cacheByTime(undefined, load));
  return found.ok ? { ok: true, value: { ...found.value, note } } : found;
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
