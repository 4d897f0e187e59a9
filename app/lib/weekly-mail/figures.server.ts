import { describeQuantity, type Unit } from 'shared/units';
import { config } from '../core/server/config.server';
import { formatMoment } from '../core/server/format-moment.server';
import { MARK } from '../core/suppression/mark';
import type { Card } from '../overview/card';
import type { StoredCard } from '../overview/stored-card';

/** A card in a mail, and its time in milliseconds since the epoch. A figure that is left out has no value. */
interface MailCard {
  title: string;
  at: number;
  figures: { label: string; value?: number; unit?: Unit }[];
}

/** The totals that mails have disclosed, by the name of their card, followed by the label for a second total. */
export type Disclosed = Record<string, number[]>;

/**
 * Chooses the figures that a mail shows. Readers know the earlier mails too, so it is not enough to leave out numbers
 * below `least`:
 * - Any two totals that readers know differ by 0 or by at least `least`. A figure of the latest days discloses the total
 *   before these days, so it is shown only with the total. Without a total, a card has one figure of days.
 * - A number of records in a state is left out if few records of the list are outside this state, or outside this state
 *   and others that are shown.
 * - Percentages are left out, because a percentage and a total give a number.
 * Returns no card that has never been computed.
 */
export function chooseFigures(
  cards: readonly Card[],
  stored: ReadonlyMap<string, StoredCard>,
  former: Disclosed = {},
  least = config.SMALL_CELLS,
): { cards: MailCard[]; disclosed: Disclosed } {
  const disclosed = { ...former };
  const totals = new Map<string, number>();
  /** The sums of the numbers in shown states, by list. */
  const states = new Map<string, number[]>();
  const isApart = (one: number, other: number) => one === other || Math.abs(one - other) >= least;
  const disclose = (name: string, total: number) => {
    const known = disclosed[name] ?? [];
    if (total < 0 || ![0, ...known].every((other) => isApart(total, other))) return false;
    disclosed[name] = [...new Set([...known, total])];
    return true;
  };
  const discloseState = (list: string, value: number) => {
    const shown = states.get(list) ?? [0];
    const sums = shown.map((sum) => sum + value);
    const total = totals.get(list);
    if (total !== undefined && !sums.every((sum) => isApart(total, sum))) return false;
    states.set(list, [...shown, ...sums]);
    return true;
  };
  const opened = cards.flatMap(({ name, title, figures }) => {
    const { at = null, figures: values = [], rows } = stored.get(name) ?? {};
    const open = figures.flatMap((figure, index) => {
      const isSum = figure.query.includes('of=sum');
      const value = values[index] ?? -1;
      // The numbers of rows of which sums are made must not be few either.
      const isFew = value < least || (isSum && (rows?.[index] ?? 0) < least);
      if (figure.span === 'all' && !isSum && value >= 0) totals.set(figure.list, value);
      return figure.shareOf === undefined ? [{ ...figure, value, isFew }] : [];
    });
    return at === null ? [] : [{ name, title, at, figures: open }];
  });
  const chosen = opened.map(({ name, title, at, figures }): MailCard => {
    const total = figures.find(({ span }) => span === 'all');
    const days = figures.find(({ span }) => span === 'days');
    const shown = new Set<(typeof figures)[number]>();
    const mayBeShown = (figure: (typeof figures)[number]) => {
      const { label, list, span, value, isFew } = figure;
      if (isFew || value < 0) return false;
      if (!span) return discloseState(list, value);
      if (span === 'all') return disclose(figure === total ? name : `${name}: ${label}`, value);
      return !total || (shown.has(total) && disclose(name, total.value - value));
    };
    for (const figure of new Set([total, ...figures]))
      if (figure && mayBeShown(figure)) shown.add(figure);
    const named = figures.filter((one) => total || one.span !== 'days' || one === days);
    const listed = named.map((one) => ({ ...one, value: shown.has(one) ? one.value : undefined }));
    return { title, at, figures: listed };
  });
  return { cards: chosen, disclosed };
}

/** Returns the text of a mail. It names no person, and its only link leads to the panel. */
export function buildMailText(cards: readonly MailCard[]): string {
  const format = ({ label, value, unit }: MailCard['figures'][number]) =>
    `- ${label}: ${value === undefined ? MARK : describeQuantity(value, unit)}`;
  return [
    'These are the figures of the study.',
    ...cards.map(({ title, at, figures }) =>
      [`${title} (as of ${formatMoment(at, 'date-time')})`, ...figures.map(format)].join('\n'),
    ),
    `${MARK} stands for a figure that could not be computed, for a number of fewer than ${config.SMALL_CELLS} records, and for figures from which such a number could be computed, also with earlier mails.`,
    `To see more, open the panel: ${config.PUBLIC_URL}`,
    'You get this mail every week because you have chosen it. To stop it, open the panel, select Choose figures on the home page, then Change the weekly mail, and then Stop mailing me.',
  ].join('\n\n');
}
