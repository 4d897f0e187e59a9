import { formatDate } from 'shared/list/format-date';
import { getToday } from 'shared/list/today';
import { describeQuantity } from 'shared/units';
import { user as account } from '../core/entities/user';
import { config } from '../core/server/config.server';
import { formatMoment } from '../core/server/format-moment.server';
import { checkChangeRight, mayWrite } from '../core/session/permissions';
import type { SignedInUser } from '../core/session/user';
import type { Card, CardFigure } from './card';
import { explainNotCounted, isOfMessages } from './message-card.server';
import {
  listChosenCards,
  type OverviewSettings,
  readOverviewSettings,
} from './overview-settings.server';
import { readStoredCards } from './overview-store.server';
import type { CardView, WeeksView } from './overview-view';
import type { StoredCard } from './stored-card';
import { buildWeeksFigure } from './weeks';

const DAY_MS = 86_400_000;

/** Returns the cards of the home page with the stored figures. Asks no host. */
export async function loadOverview(user: SignedInUser): Promise<CardView[]> {
  if (config.OVERVIEW_SECONDS === 0) return [];
  const settings = await readOverviewSettings();
  const stored = await readStoredCards();
  const decides = mayWrite(user) && checkChangeRight(user, account).ok;
  return listChosenCards(settings)
    .filter(({ requiresApprovalRight }) => !requiresApprovalRight || decides)
    .map((card) => buildCard(card, settings, stored.get(card.name)));
}

function buildCard(card: Card, settings: OverviewSettings, stored?: StoredCard): CardView {
  const { name, title } = card;
  const at = stored?.at ?? undefined;
  return {
    name,
    title,
    asOf: at === undefined ? undefined : describeMoment(at),
    outdated: stored?.isOutdated ? explainOutdated(card) : undefined,
    // Messages are counted for minutes, or not at all.
    isAwaited: !isOfMessages(card) && !stored?.problem && (at === undefined || stored?.isOutdated),
    notYet: isOfMessages(card) ? explainNotCounted() : 'Not counted yet',
    problem: stored?.problem,
    figures: card.figures.map((figure, index) => ({
      label: figure.label,
      text: formatNumber(figure, stored?.figures[index]),
      href: buildHref(figure),
    })),
    weeks: card.weeks &&
      stored?.weeks && {
        href: buildHref(buildWeeksFigure(card.weeks, getDay(at))),
        counts: stored.weeks,
        ...compareWithTarget(settings, stored.figures[0] ?? 0),
      },
    first: card.first &&
      stored?.first && {
        href: buildHref(card.first),
        rows: stored.first.map(({ name = 'Name not shown', days }) => ({
          ...{ name, when: describeDays(days) },
        })),
      },
  };
}

function explainOutdated(card: Card): string {
  return isOfMessages(card) && config.OVERVIEW_MESSAGES_HOURS === 0
    ? 'A participant was erased since. To count again, open Conversations.'
    : 'Being counted again.';
}

function buildHref({ list, query }: Pick<CardFigure, 'list' | 'query'>): string {
  return query ? `${list}?${query}` : list;
}

function formatNumber({ shareOf, unit }: CardFigure, value: number | null | undefined): string {
  if (value === null || value === undefined) return '–';
  return describeQuantity(value, shareOf === undefined ? unit : '%');
}

/** Returns the day of a time in the study's time zone. */
function getDay(at = Date.now()): string {
  return getToday(config.STUDY_TIME_ZONE, new Date(at));
}

function describeDays(days: number | null): string {
  if (days === null) return 'never';
  if (days < 0) return 'on a day in the future';
  return ['today', 'yesterday'][days] ?? `${days.toLocaleString('en')} days ago`;
}

/** Returns the time of day, and the date too if it is not today. */
function describeMoment(at: number): string {
  return formatMoment(at, getDay() === getDay(at) ? 'time' : 'date-time');
}

/**
 * Returns the number per week that is needed to reach the target, and a sentence that compares the total with the
 * number expected by today.
 */
function compareWithTarget(
  { target, start, end }: OverviewSettings,
  total: number,
): Pick<WeeksView, 'needed' | 'note'> {
  if (target === undefined || start === undefined || end === undefined) return {};
  const days = (Date.parse(end) - Date.parse(start)) / DAY_MS + 1;
  const passed = (Date.parse(getDay()) - Date.parse(start)) / DAY_MS + 1;
  const expected = Math.round((target * Math.min(Math.max(passed, 0), days)) / days);
  const last = formatDate(end, 'date', 'UTC');
  return {
    needed: (7 * target) / days,
    note: `Target: ${target.toLocaleString('en')} by ${last}. To be on schedule: ${expected.toLocaleString('en')} by today. Enrolled: ${total.toLocaleString('en')}.`,
  };
}
