import { isIdentifying } from 'shared/entities/is-identifying';
import { allRows, type ListQuery } from 'shared/list/grammar';
import { merge } from 'shared/list/summary/aggregate';
import { getToday } from 'shared/list/today';
import { toNumber, toText } from 'shared/list/values';
import { failWith, type Result, succeeded } from 'shared/result';
import { fetchKnownWaiting } from '../core/auth/waiting-accounts.server';
import type { Entity } from '../core/entities/entity';
import type { ApiResult } from '../core/host/api-result';
import { describeLoadError } from '../core/host/describe-error';
import { fetchRows } from '../core/list/fetch-rows.server';
import { fetchSummary } from '../core/list/fetch-summary.server';
import { readListState } from '../core/list/list-state';
import { readNewestSummary } from '../core/messenger/conversations/saved.server';
import { config } from '../core/server/config.server';
import { WAITING_PATH } from '../menu';
import type { Card, CardFigure } from './card';
import { type ComputedFigure, computeSummaryFigure, openFigure } from './figures.server';
import { computeMessageCard, isOfMessages } from './message-card.server';
import type { StoredCard } from './stored-card';
import { buildWeeksFigure, findWeek, WEEKS } from './weeks';

/** The number of rows that a card lists. */
const FIRST = 5;

/**
 * Computes the figures of a card. If the host cannot give one of them, returns the former figures and the reason.
 * Returns undefined for the card of messages if no user has counted them since.
 */
export async function computeCard(
  card: Card,
  former?: StoredCard,
): Promise<StoredCard | undefined> {
  if (isOfMessages(card)) {
    const newest = await readNewestSummary();
    const at = newest?.loadedAt.getTime() ?? 0;
    const isNewer = at > (former?.at ?? 0) || former?.isOutdated;
    return newest && isNewer ? computeMessageCard(card, newest, at) : undefined;
  }
  const computed = await computeFigures(card);
  if (computed.ok) return computed.value;
  return { ...(former ?? { at: null, figures: [] }), problem: computed.error };
}

/** Computes the figures. Fails with a message for users if the host cannot give one of them. */
async function computeFigures(card: Card): Promise<Result<StoredCard, string>> {
  const figures: ComputedFigure[] = [];
  for (const figure of card.figures) {
    const computed = await computeFigure(figure);
    if (!computed.ok) return computed;
    figures.push(computed.value);
  }
  const weeks = card.weeks ? await countWeeks(card.weeks) : succeeded;
  if (!weeks.ok) return weeks;
  const first = card.first ? await listFirst(card.first) : succeeded;
  if (!first.ok) return first;
  return {
    ok: true,
    value: {
      at: Date.now(),
      figures: figures.map(({ value }) => value),
      rows: figures.map(({ rows = null }) => rows),
      weeks: weeks.value,
      first: first.value,
    },
  };
}

async function computeFigure(figure: CardFigure): Promise<Result<ComputedFigure, string>> {
  if (figure.list === WAITING_PATH)
    return countTotal(await fetchKnownWaiting(1, ['user_id']), 'users');
  const { entity, state } = openFigure(figure);
  if (state.summary) {
    const found = await fetchSummary(entity, state.query, state.summary);
    if (!found.ok) return failWith(describeLoadError(found.error, entity.title));
    return { ok: true, value: computeSummaryFigure(found.value.result, state.summary) };
  }
  const rows = await countRows(entity, state.query);
  if (!rows.ok || figure.shareOf === undefined) return rows;
  const whole = readListState(entity.list, new URLSearchParams(figure.shareOf));
  const all = await countRows(entity, whole.query);
  if (!all.ok) return all;
  const share = Math.round((100 * rows.value.value) / all.value.value);
  return { ok: true, value: { value: all.value.value === 0 ? null : share } };
}

async function countRows(entity: Entity, { filters }: ListQuery) {
  const query = { ...allRows, filters, size: 1, cols: [entity.key] };
  return countTotal(await fetchRows(entity, query), entity.title);
}

function countTotal(
  found: ApiResult<{ total: number }>,
  title: string,
): Result<{ value: number }, string> {
  if (!found.ok) return failWith(describeLoadError(found.error, title));
  return { ok: true, value: { value: found.value.total } };
}

/** Returns the numbers of rows of the latest weeks, up to the present one. */
async function countWeeks(weeks: NonNullable<Card['weeks']>): Promise<Result<number[], string>> {
  const today = getToday(config.STUDY_TIME_ZONE);
  const figure = buildWeeksFigure(weeks, today);
  const { entity, state } = openFigure(figure);
  if (!state.summary) throw new Error(`no summary: ${figure.query}`);
  const found = await fetchSummary(entity, state.query, state.summary);
  if (!found.ok) return failWith(describeLoadError(found.error, entity.title));
  const { result } = found.value;
  const counts = Array<number>(WEEKS).fill(0);
  result.rows.forEach((group, index) => {
    if (group.kind === 'period')
      counts[findWeek(group.from, today)] = merge(result.cells[index] ?? []).rows;
  });
  return { ok: true, value: counts };
}

/** Returns the first rows of a card: those without a number of days, then those with the most days. */
async function listFirst({
  list,
  name,
  days,
}: NonNullable<Card['first']>): Promise<Result<StoredCard['first'], string>> {
  const { entity } = openFigure({ list, query: '' });
  const column = entity.list.columns.find(({ field }) => field === name);
  const cols = [...new Set([entity.key, name, days])];
  const query = { ...allRows, size: FIRST, cols, sort: { field: days, descending: true } };
  const rows = [];
  for (const empty of [true, false]) {
    const filters = [{ kind: 'empty' as const, field: days, empty }];
    const found = await fetchRows(entity, { ...query, filters });
    if (!found.ok) return failWith(describeLoadError(found.error, entity.title));
    rows.push(...found.value.rows);
  }
  const first = rows.slice(0, FIRST).map((row) => {
    const text = toText(row[name]);
    const isHidden = text === '' || column === undefined || isIdentifying(column, text);
    return { name: isHidden ? undefined : text, days: toNumber(row[days]) };
  });
  return { ok: true, value: first };
}
