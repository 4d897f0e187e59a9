import type { ListQuery } from 'shared/list/grammar';
import { parseListQuery } from 'shared/list/grammar';
import { getSummaryFields, parseSummary } from 'shared/list/summary/grammar';
import { writeSummaryItems } from 'shared/list/summary/items';
import type { Database } from '../db/types';
import { getKinds } from '../entities/table';
import type { ListSource } from '../lists/list-conditions';
import { summarizeList } from '../lists/summarize';
import { done, type Envelope, refused } from '../wire/envelope';

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
  const { summary, dropped } = parseSummary(params, getSummaryFields(kinds));
  if (!summary || dropped.length > 0)
    return refused('The list cannot be summarized by these columns');
  const { query } = parseListQuery(params, kinds);
  const result = await summarizeList(db, source, resolve(query), summary);
  return result ? done(writeSummaryItems(result)) : refused(TOO_VARIED);
}
