import { allRows, type ListQuery } from 'shared/list/grammar';
import { merge } from 'shared/list/summary/aggregate';
import { getToday } from 'shared/list/today';
import { toNumber, toText } from 'shared/list/values';
import { fetchKnownWaiting } from '../accounts/waiting-accounts.server';
import type { Entity } from '../entities/entity';
import { isIdentifying } from '../entities/identifying';
import type { ApiResult } from '../host/api-result';
import { describeLoadError } from '../host/describe-error';
import { fetchRows } from '../list/fetch-rows.server';
import { fetchSummary } from '../list/fetch-summary.server';
import { readListState } from '../list/list-state';
import { WAITING_PATH } from '../menu';
import { readNewestSummary } from '../messenger/conversations/saved.server';
import { config } from '../server/config.server';
import type { Card, Figure } from './card';
import { type ComputedFigure, computeSummaryFigure, openFigure } from './figures.server';
import { computeMessageCard, isOfMessages } from './message-card.server';
import type { StoredCard } from './stored-card';
import { buildWeeksFigure, findWeek, WEEKS } from './weeks';

/** The number of rows that a card lists. */
const FIRST = 5;

/** A figure that cannot be computed, with the message for users. */
class FigureError extends Error {}

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
  try {
    const computed: ComputedFigure[] = [];
    for (const figure of card.figures) computed.push(await computeFigure(figure));
    return {
      at: Date.now(),
      figures: computed.map(({ value }) => value),
      rows: computed.map(({ rows = null }) => rows),
      weeks: card.weeks && (await countWeeks(card.weeks)),
      first: card.first && (await listFirst(card.first)),
    };
  } catch (error) {
    if (!(error instanceof FigureError)) throw error;
    return { ...(former ?? { at: null, figures: [] }), problem: error.message };
  }
}

async function computeFigure(figure: Figure): Promise<ComputedFigure> {
  if (figure.list === WAITING_PATH)
    return { value: unwrap(await fetchKnownWaiting(1, ['user_id']), 'users').total };
  const { entity, state } = openFigure(figure);
  if (state.summary) {
    const { result } = unwrap(await fetchSummary(entity, state.query, state.summary), entity.title);
    return computeSummaryFigure(result, state.summary);
  }
  const rows = await count(entity, state.query);
  if (figure.shareOf === undefined) return { value: rows };
  const whole = readListState(entity.list, new URLSearchParams(figure.shareOf));
  const all = await count(entity, whole.query);
  return { value: all === 0 ? null : Math.round((100 * rows) / all) };
}

async function count(entity: Entity, { filters }: ListQuery): Promise<number> {
  const query = { ...allRows, filters, size: 1, cols: [entity.key] };
  return unwrap(await fetchRows(entity, query), entity.title).total;
}

/** Returns the numbers of rows of the latest weeks, up to the present one. */
async function countWeeks(weeks: NonNullable<Card['weeks']>): Promise<number[]> {
  const today = getToday(config.STUDY_TIME_ZONE);
  const figure = buildWeeksFigure(weeks, today);
  const { entity, state } = openFigure(figure);
  if (!state.summary) throw new Error(`no summary: ${figure.query}`);
  const { result } = unwrap(await fetchSummary(entity, state.query, state.summary), entity.title);
  const counts = Array<number>(WEEKS).fill(0);
  result.rows.forEach((group, index) => {
    if (group.kind === 'period')
      counts[findWeek(group.from, today)] = merge(result.cells[index] ?? []).rows;
  });
  return counts;
}

/** Returns the first rows of a card: those without a number of days, then those with the most days. */
async function listFirst({ list, name, days }: NonNullable<Card['first']>) {
  const { entity } = openFigure({ list, query: '' });
  const column = entity.list.columns.find(({ field }) => field === name);
  const cols = [...new Set([entity.key, name, days])];
  const query = { ...allRows, size: FIRST, cols, sort: { field: days, descending: true } };
  const rows = [];
  for (const empty of [true, false]) {
    const filters = [{ kind: 'empty' as const, field: days, empty }];
    rows.push(...unwrap(await fetchRows(entity, { ...query, filters }), entity.title).rows);
  }
  return rows.slice(0, FIRST).map((row) => {
    const text = toText(row[name]);
    const isHidden = text === '' || column === undefined || isIdentifying(column, text);
    return { name: isHidden ? undefined : text, days: toNumber(row[days]) };
  });
}

function unwrap<T>(result: ApiResult<T>, title: string): T {
  if (result.ok) return result.value;
  throw new FigureError(describeLoadError(result.error, title));
}
