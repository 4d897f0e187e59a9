import type { ListQuery } from 'shared/list/grammar';
import { parseListQuery } from 'shared/list/grammar';
import type { SummaryResult } from 'shared/list/summary/count-groups';
import { getHostSummaryFields, parseSummary, type Summary } from 'shared/list/summary/grammar';
import { writeSummaryItems } from 'shared/list/summary/items';
import type { Result } from 'shared/result';
import type { Database } from '../db/types';
import { getKinds } from '../entities/table';
import type { ListSource } from '../lists/list-conditions';
import { summarizeList } from '../lists/summarize';
import { done, type Envelope, refused } from '../wire/envelope';

const UNKNOWN_FIELDS = 'The list cannot be summarized by these columns';
const TOO_VARIED =
  'These columns have too many different values to be summarized. Set filters, or choose other columns.';

/**
 * Answers `list-summary/{path of a list}?by=a,b&of=sum:c` with the groups of the rows that match the other parameters,
 * and with the figures of each group that has rows. `resolve` replaces days relative to today.
 */
export async function answerListSummary(
  db: Database,
  source: ListSource,
  params: URLSearchParams,
  resolve: (query: ListQuery) => ListQuery,
): Promise<Envelope> {
  const kinds = getKinds(source.table);
  const { summary, dropped } = parseSummary(params, getHostSummaryFields(kinds));
  if (!summary || dropped.length > 0) return refused(UNKNOWN_FIELDS);
  const { query } = parseListQuery(params, kinds);
  const result = await summarize(db, source, resolve(query), summary);
  return result.ok ? done(writeSummaryItems(result.value)) : refused(result.error);
}

/** Returns the summary of the rows that match a query, whose days are not relative, or the message of a refusal. */
export async function summarize(
  db: Database,
  source: ListSource,
  query: ListQuery,
  summary: Summary,
): Promise<Result<SummaryResult, string>> {
  const kinds = getKinds(source.table);
  const fields = [...summary.by, ...('field' in summary.of ? [summary.of] : [])];
  if (!fields.every(({ field }) => Object.hasOwn(kinds, field)))
    return { ok: false, error: UNKNOWN_FIELDS };
  const value = await summarizeList(db, source, query, summary);
  return value ? { ok: true, value } : { ok: false, error: TOO_VARIED };
}
