import { describeQuantity } from 'shared/units';
import { MARK } from '../suppression/mark';
import type { MailCard, MailFigure } from './choose-figures';

interface TextOptions {
  /** The least number of records that the mail shows. */
  least: number;
  panelUrl: string;
  formatMoment(at: number): string;
}

/** Returns the text of the weekly mail. It names nobody, and its only link leads to the panel. */
export function buildMailText(
  cards: readonly MailCard[],
  { least, panelUrl, formatMoment }: TextOptions,
): string {
  const isMarked = cards.some(({ figures }) => figures.some(({ value }) => value === undefined));
  return [
    'These are the figures of the study.',
    ...cards.map(({ title, at, figures }) =>
      [
        `${title} (as of ${formatMoment(at)})`,
        ...figures.map((figure) => `- ${figure.label}: ${formatFigure(figure)}`),
      ].join('\n'),
    ),
    ...(isMarked
      ? [
          `${MARK} stands for a number of fewer than ${least} records, and for figures from which such a number could be computed, also with earlier mails.`,
        ]
      : []),
    `To see more, open the panel: ${panelUrl}`,
    'You get this mail every week because an administrator has chosen you. To stop it, open the panel, select Choose figures on the home page, then Change the weekly mail, and then Stop mailing me.',
  ].join('\n\n');
}

function formatFigure({ value, unit }: MailFigure): string {
  if (value === undefined) return MARK;
  if (value === null) return '–';
  return describeQuantity(value, unit);
}
