import { deriveParticipants, fromFollowUps } from 'shared/derived/derive-participants';
import { allRows, type ListQuery } from 'shared/list/grammar';
import type { ListPage, Row } from 'shared/list/memory';
import { getToday } from 'shared/list/today';
import type { Column, Entity } from '../entities/entity';
import { followUp } from '../entities/follow-up';
import type { ApiResult } from '../host/api-result';
import { messages } from '../host/messages';
import { config } from '../server/config.server';
import type { WholeList } from './list-cache.server';

/** The derived fields that a query uses. */
export interface UsedDerived {
  columns: readonly Column[];
  /** The titles of the columns, for messages. */
  titles: string;
  /** True if the fields decide which rows match, or are summarized. Otherwise they are only shown. */
  isNeeded: boolean;
}

type FetchRows = (entity: Entity, query: ListQuery) => Promise<ApiResult<ListPage>>;

interface Computed {
  /** The rows of the other list, or undefined if it could not be loaded. */
  others: readonly Row[] | undefined;
  today: string;
  work: Promise<void>;
}

/** The last computation for the rows of a list. It is dropped together with the list. */
const computed = new WeakMap<readonly Row[], Computed>();

/** Returns the derived fields that a query or a summary uses, or undefined if there are none. */
export function findUsedDerived(
  { list }: Entity,
  { filters, sort, cols = [] }: ListQuery,
  summarized: readonly string[],
): UsedDerived | undefined {
  const needed = new Set([
    ...filters.map(({ field }) => field),
    ...(sort ? [sort.field] : []),
    ...summarized,
  ]);
  const columns = list.columns.filter(
    ({ field, derived }) => derived && (needed.has(field) || cols.includes(field)),
  );
  if (columns.length === 0) return undefined;
  return {
    columns,
    titles: columns.map(({ title }) => title).join(', '),
    isNeeded: columns.some(({ field }) => needed.has(field)),
  };
}

/**
 * Computes the derived fields of the participants that a host has sent, and writes them into the rows. Returns a note if
 * the follow-ups, which some of the fields need, cannot be loaded.
 */
export async function deriveFields(
  { rows, ordered }: WholeList,
  { columns }: UsedDerived,
  fetchRows: FetchRows,
): Promise<string | undefined> {
  const unknown = columns.filter(({ field }) => fromFollowUps.some((name) => name === field));
  const found = await fetchRows(followUp, allRows);
  const others = found.ok ? (found.value.allRows ?? found.value.rows) : undefined;
  const today = getToday(config.STUDY_TIME_ZONE);
  const last = computed.get(rows);
  let work = last?.work;
  if (!work || last?.others !== others || last?.today !== today) {
    work = (work ?? Promise.resolve()).then(async () => {
      await deriveParticipants(rows, others, { today, timeZone: config.STUDY_TIME_ZONE });
      // The order of the rows may depend on the former values.
      ordered.clear();
    });
    computed.set(rows, { others, today, work });
  }
  await work;
  if (others || unknown.length === 0) return undefined;
  return messages.followUpsNotLoaded(unknown.map(({ title }) => title).join(', '));
}
