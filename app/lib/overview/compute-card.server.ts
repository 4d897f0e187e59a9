import { allRows, type ListQuery } from 'shared/list/grammar';
import { getFigure, merge } from 'shared/list/summary/aggregate';
import { getToday } from 'shared/list/today';
import { toNumber, toText } from 'shared/list/values';
import { fetchWaiting } from '../accounts/waiting-accounts.server';
import { findListEntity } from '../entities';
import { conversationSummary } from '../entities/conversation-summary';
import type { Entity } from '../entities/entity';
import { isIdentifying } from '../entities/identifying';
import type { ApiResult } from '../host/api-result';
import { describeLoadError } from '../host/describe-error';
import { fetchRows } from '../list/fetch-rows.server';
import { fetchSummary } from '../list/fetch-summary.server';
import { type ListState, readListState } from '../list/list-state';
import { WAITING_PATH } from '../menu';
import { findNewestSummary } from '../messenger/conversations/saved.server';
import { config } from '../server/config.server';
import type { Card, Figure } from './card';
import type { StoredCard } from './stored-card';
import { buildWeeksFigure, findWeek, WEEKS } from './weeks';

/** The number of rows that a card lists. */
const FIRST = 5;

/** The card of conversations that nobody has counted yet. */
const notCounted: StoredCard = {
  at: null,
  figures: [],
  problem: 'Open Conversations to count the messages of all phones.',
};

/** A figure that cannot be computed, with the message for users. */
class FigureError extends Error {}

/**
 * Computes the figures of a card. If the host cannot give one of them, returns the former figures and the reason. If no
 * summary of conversations is stored, returns the former figures, or a card that asks users to count.
 */
export async function computeCard(card: Card, former?: StoredCard): Promise<StoredCard> {
  const isConversations = card.figures.some(({ list }) => list === conversationSummary.list.path);
  const conversations = isConversations ? await findNewestSummary() : undefined;
  try {
    const computed: ComputedFigure[] = [];
    for (const figure of card.figures)
      computed.push(await computeFigure(figure, conversations?.session));
    return {
      at: conversations?.loadedAt ?? Date.now(),
      figures: computed.map(({ value }) => value),
      rows: computed.map(({ rows = null }) => rows),
      weeks: card.weeks && (await countWeeks(card.weeks)),
      first: card.first && (await listFirst(card.first)),
    };
  } catch (error) {
    // Summaries of conversations are stored for an hour. The earlier figures are shown with their time.
    if (isConversations && !conversations) return former ?? notCounted;
    if (!(error instanceof FigureError)) throw error;
    return { ...(former ?? { at: null, figures: [] }), problem: error.message };
  }
}

interface ComputedFigure {
  value: number | null;
  /** The number of rows of which the figure is a sum. */
  rows?: number;
}

async function computeFigure(figure: Figure, session = ''): Promise<ComputedFigure> {
  if (figure.list === WAITING_PATH)
    return { value: unwrap(await fetchWaiting(1, ['user_id']), 'users').total };
  const { entity, state } = openFigure(figure, session);
  if (state.summary) {
    const { result } = unwrap(await fetchSummary(entity, state.query, state.summary), entity.title);
    const all = merge(result.cells.flat());
    const found = getFigure(all, state.summary.of, all.rows);
    const value = found === null ? 0 : Math.round(found / (figure.per ?? 1));
    return state.summary.of.kind === 'count' ? { value } : { value, rows: all.n };
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

interface OpenedFigure {
  entity: Entity;
  state: ListState;
}

/** Opens the list of a figure. The list of conversations belongs to a session, so `session` selects it. */
function openFigure({ list, query }: Pick<Figure, 'list' | 'query'>, session = ''): OpenedFigure {
  const entity = findListEntity(list.slice(1), session);
  if (!entity) throw new Error(`no list: ${list}`);
  return { entity, state: readListState(entity.list, new URLSearchParams(query)) };
}

function unwrap<T>(result: ApiResult<T>, title: string): T {
  if (result.ok) return result.value;
  throw new FigureError(describeLoadError(result.error, title));
}
