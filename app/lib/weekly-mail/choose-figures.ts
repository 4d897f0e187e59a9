import type { Unit } from 'shared/units';
import type { Card, Figure } from '../overview/card';
import type { StoredCard } from '../overview/stored-card';

/** A card with the figures that a mail shows. */
export interface MailCard {
  title: string;
  /** The time of the figures in milliseconds since the epoch. */
  at: number;
  figures: MailFigure[];
}

export interface MailFigure {
  label: string;
  /**
   * Undefined if the figure is left out, because it counts too few records or would disclose a number of too few. Null
   * if the figure could not be computed.
   */
  value: number | null | undefined;
  unit?: Unit;
}

/**
 * The totals that mails have disclosed. The key is the name of the card, followed by the label for a second or later
 * total. A total and a figure of the latest days disclose two totals: the present one, and the one before these days.
 */
export type Disclosed = Readonly<Record<string, readonly number[]>>;

export interface ChosenFigures {
  cards: MailCard[];
  disclosed: Disclosed;
}

/** The maximum number of disclosed totals that are stored for a card. The newest ones stay. */
const MAX_DISCLOSED = 1_000;

interface OpenFigure extends Figure {
  value: number | null;
  /** The number of rows of which the value is a sum. */
  rows: number | null | undefined;
}

/**
 * Chooses the figures that a mail shows. Readers know the earlier mails too, so it is not enough to leave out numbers
 * below `least`:
 * - Any two totals that readers know differ by 0 or by at least `least`. So a shown total, or a shown part of it, gives
 *   no small number of records that were added between two days.
 * - Without a total, a card has one figure of days: figures of other days would be parts of it.
 * - A number of records in a state is left out if few records of the list are outside this state, or outside this state
 *   and others that are shown.
 * - Percentages are left out, because a percentage and a total give a number.
 * With a `least` of 0 or 1, all figures are shown. Returns no card that has never been computed.
 */
export function chooseFigures(
  cards: readonly Card[],
  stored: ReadonlyMap<string, StoredCard>,
  former: Disclosed,
  least: number,
): ChosenFigures {
  const disclosed: Record<string, readonly number[]> = { ...former };
  const totals = new Map<string, number>();
  for (const card of cards)
    for (const figure of openFigures(card, stored.get(card.name))) {
      const { span, list, value } = figure;
      if (span === 'all' && value !== null && !isSum(figure)) totals.set(list, value);
    }
  const states = new Map<string, number[]>();
  const judge = (figures: readonly OpenFigure[], name: string): ReadonlySet<OpenFigure> => {
    if (least < 2) return new Set(figures);
    const others = figures.filter(({ span }) => span === 'all').slice(1);
    const main = figures.filter((figure) => !others.includes(figure));
    const shown = judgeSpans(main, name, disclosed, least);
    for (const figure of others)
      for (const other of judgeSpans([figure], `${name}: ${figure.label}`, disclosed, least))
        shown.add(other);
    for (const figure of figures)
      if (!figure.span && judgeState(figure, totals.get(figure.list), states, least))
        shown.add(figure);
    return shown;
  };
  const chosen = cards.flatMap((card): MailCard[] => {
    const { title, name } = card;
    const at = stored.get(name)?.at ?? null;
    if (at === null) return [];
    const figures = openFigures(card, stored.get(name));
    const shown = judge(figures, name);
    const named = least < 2 ? figures : selectNamed(figures);
    return [{ title, at, figures: named.map((figure) => toMailFigure(figure, shown)) }];
  });
  return { cards: chosen, disclosed };
}

function toMailFigure(figure: OpenFigure, shown: ReadonlySet<OpenFigure>): MailFigure {
  const { label, value, shareOf, unit } = figure;
  return {
    label,
    value: shown.has(figure) ? value : undefined,
    unit: shareOf === undefined ? unit : '%',
  };
}

function openFigures({ figures }: Card, stored: StoredCard | undefined): OpenFigure[] {
  return figures.map((figure, index) => ({
    ...figure,
    value: stored?.figures[index] ?? null,
    rows: stored?.rows?.[index],
  }));
}

/** Returns the figures of a card that the mail names, with their number or with a mark. */
function selectNamed(figures: readonly OpenFigure[]): OpenFigure[] {
  const hasTotal = figures.some(({ span }) => span === 'all');
  const first = figures.find(({ span }) => span === 'days');
  return figures.filter(
    (figure) =>
      figure.shareOf === undefined && (hasTotal || figure.span !== 'days' || figure === first),
  );
}

/** Chooses a total and its figures of days, and adds the totals that they disclose to `disclosed`. */
function judgeSpans(
  figures: readonly OpenFigure[],
  name: string,
  disclosed: Record<string, readonly number[]>,
  least: number,
): Set<OpenFigure> {
  const known = [...(disclosed[name] ?? [])];
  const fits = (total: number) =>
    [0, ...known].every((other) => other === total || Math.abs(other - total) >= least);
  const shown = new Set<OpenFigure>();
  const total = figures.find(({ span }) => span === 'all');
  for (const figure of [total, ...figures.filter(({ span }) => span === 'days')]) {
    if (!figure || isSmall(figure, least)) continue;
    if (total) {
      // Without the total, the figure of days would still be the difference of totals in other mails.
      if (figure !== total && !shown.has(total)) continue;
      const value = figure.value ?? 0;
      const given = figure === total ? value : (total.value ?? 0) - value;
      if (given < 0 || !fits(given)) continue;
      known.push(given);
    }
    shown.add(figure);
  }
  if (total) disclosed[name] = [...new Set(known)].slice(-MAX_DISCLOSED);
  return shown;
}

/**
 * Returns true if a number of records in a state may be shown beside the total of its list and the other shown states,
 * and then adds it to `shown`.
 */
function judgeState(
  figure: OpenFigure,
  total: number | undefined,
  shown: Map<string, number[]>,
  least: number,
): boolean {
  if (figure.shareOf !== undefined || isSmall(figure, least)) return false;
  const value = figure.value ?? 0;
  const others = shown.get(figure.list) ?? [];
  const sums = [value];
  for (const other of others) sums.push(...sums.map((sum) => sum + other));
  if (total !== undefined && sums.some((sum) => sum !== total && Math.abs(total - sum) < least))
    return false;
  shown.set(figure.list, [...others, value]);
  return true;
}

/**
 * Returns true if a figure counts fewer records than `least`, or sums up so few. 0 counts as few, because it tells the
 * state of every record.
 */
function isSmall(figure: OpenFigure, least: number): boolean {
  const { value, rows } = figure;
  return value === null || value < least || (isSum(figure) && (rows ?? 0) < least);
}

function isSum({ query }: OpenFigure): boolean {
  return query.includes('of=sum');
}
