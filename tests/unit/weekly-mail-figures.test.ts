import fc from 'fast-check';
import { describe, expect, it, onTestFinished } from 'vitest';
import { config } from '~/lib/core/server/config.server';
import type { Card } from '~/lib/overview/card';
import { cards } from '~/lib/overview/cards';
import type { StoredCard } from '~/lib/overview/stored-card';
import { buildMailText, chooseFigures, type Disclosed } from '~/lib/weekly-mail/figures.server';
import { defined } from '../../shared/defined';

const LEAST = 5;
const find = (name: string): Card => defined(cards.find((card) => card.name === name));

/** Returns the figures of a mail by card, with `[c]` for those that are left out. */
function choose(
  stored: Record<string, Omit<StoredCard, 'at'>>,
  { former = {}, least = LEAST }: { former?: Disclosed; least?: number } = {},
) {
  const found = new Map(
    Object.entries(stored).map(([name, card]): [string, StoredCard] => [name, { at: 0, ...card }]),
  );
  const chosen = chooseFigures(Object.keys(stored).map(find), found, former, least);
  const shown = chosen.cards.map(({ figures }) => figures.map(({ value = '[c]' }) => value));
  return { shown, disclosed: chosen.disclosed };
}

describe('the figures of a mail', () => {
  it('are left out if they count fewer than 5 records, even none', () => {
    const { shown } = choose({
      participants: { figures: [120, 4, 20] },
      navigators: { figures: [0, 4] },
      messages: { figures: [3] },
    });
    expect(shown).toEqual([[120, '[c]', 20], ['[c]', '[c]'], ['[c]']]);
  });

  it('are left out if their total would give a small number', () => {
    // Only 3 were enrolled before the last 28 days, and 2 of these days before the last 7.
    expect(choose({ participants: { figures: [40, 35, 37] } }).shown).toEqual([[40, 35, '[c]']]);
    expect(choose({ participants: { figures: [40, 12, 37] } }).shown).toEqual([[40, 12, '[c]']]);
    expect(choose({ participants: { figures: [40, 12, 14] } }).shown).toEqual([[40, 12, '[c]']]);
  });

  it('are left out if the total of an earlier mail would give a small number', () => {
    const first = choose({ participants: { figures: [120, 10, 20] } });
    expect(first.shown).toEqual([[120, 10, 20]]);
    const { disclosed } = first;
    const second = choose({ participants: { figures: [123, 3, 16] } }, { former: disclosed });
    expect(second.shown).toEqual([['[c]', '[c]', '[c]']]);
    // The 3 of the week before must not be the rest of 9 in two weeks, of which 6 were in the last one.
    const third = choose({ participants: { figures: [129, 6, 19] } }, { former: second.disclosed });
    expect(third.shown).toEqual([[129, '[c]', 19]]);
  });

  it('have one figure of days if the mail has no total', () => {
    const usage = { figures: [300, 900], rows: [40, 100] };
    expect(choose({ usage }).shown).toEqual([[300]]);
  });

  it('are left out if they sum up fewer than 5 records, or an unknown number', () => {
    expect(choose({ usage: { figures: [300, 900], rows: [4, 100] } }).shown).toEqual([['[c]']]);
    expect(choose({ usage: { figures: [300, 900] } }).shown).toEqual([['[c]']]);
    const conversations = { figures: [500, 20, 7], rows: [3, 5, null] };
    expect(choose({ conversations }).shown).toEqual([['[c]', 20, 7]]);
  });

  it('are left out if a second total of a card was a little smaller in an earlier mail', () => {
    const rows = [30, 30, null];
    const { disclosed } = choose({ conversations: { figures: [500, 200, 7], rows } });
    const next = choose({ conversations: { figures: [501, 230, 7], rows } }, { former: disclosed });
    expect(next.shown).toEqual([['[c]', 230, 7]]);
    const other = choose(
      { conversations: { figures: [530, 201, 7], rows } },
      { former: disclosed },
    );
    expect(other.shown).toEqual([[530, '[c]', 7]]);
  });

  it('have no percentages, which give a number with the total', () => {
    expect(choose({ quizzes: { figures: [40, 12, 5] } }).shown).toEqual([[40, 12]]);
  });

  it('are left out if few participants are outside the shown states', () => {
    const participants = { figures: [40, 10, 20] };
    const overdue = (figures: number[]) =>
      choose({ participants, 'follow-ups': { figures } }).shown[1];
    expect(overdue([37, 0, 30])).toEqual(['[c]', '[c]', 30]);
    expect(overdue([20, 18, 30])).toEqual([20, '[c]', 30]);
    expect(overdue([20, 15, 30])).toEqual([20, 15, 30]);
    expect(overdue([40, 0, 30])).toEqual([40, '[c]', 30]);
  });

  it('are all there but percentages if small numbers may be shown', () => {
    for (const least of [0, 1])
      expect(choose({ quizzes: { figures: [3, 1, 33] } }, { least }).shown).toEqual([[3, 1]]);
    expect(choose({ quizzes: { figures: [3, 0, 33] } }, { least: 0 }).shown).toEqual([[3, 0]]);
  });

  it('are left out if they could not be computed', () => {
    const shown = (least: number) =>
      choose({ participants: { figures: [null, 10, 20] } }, { least }).shown;
    expect(shown(LEAST)).toEqual([['[c]', '[c]', '[c]']]);
    expect(shown(0)).toEqual([['[c]', '[c]', '[c]']]);
  });

  it('never disclose a small number of participants between two days, even with all mails of a year', () => {
    const enrolled = fc.array(
      fc.oneof(fc.constant(0), fc.integer({ min: 0, max: 3 }), fc.integer({ min: 0, max: 9 })),
      { minLength: 52, maxLength: 52 },
    );
    fc.assert(
      fc.property(enrolled, (weeks) => {
        const totals = [0];
        for (const week of weeks) totals.push((totals.at(-1) ?? 0) + week);
        const at = (week: number) => totals[Math.max(week, 0)] ?? 0;
        /** The days that a reader can connect by the figures of mails. The number of no participants is known. */
        const groups: Set<number>[] = weeks.map((_, week) => new Set([week]));
        groups.push(new Set([weeks.length]));
        const connect = (one: number, other: number) => {
          const [a, b] = [one, other].map((week) => defined(groups[Math.max(week, 0)]));
          if (!a || !b || a === b) return;
          for (const week of b) {
            a.add(week);
            groups[week] = a;
          }
        };
        let former: Disclosed = {};
        for (let week = 1; week <= weeks.length; week++) {
          const figures = [at(week), at(week) - at(week - 1), at(week) - at(week - 4)];
          const { shown, disclosed } = choose({ participants: { figures } }, { former });
          former = disclosed;
          [week, 1, 4].forEach((days, index) => {
            if (typeof shown[0]?.[index] === 'number') connect(week, week - days);
          });
        }
        for (const group of new Set(groups)) {
          const known = [...new Set([...group].map(at))].sort((one, other) => one - other);
          known.slice(1).forEach((total, index) => {
            expect(total - (known[index] ?? 0)).toBeGreaterThanOrEqual(LEAST);
          });
        }
      }),
      { numRuns: 200 },
    );
  });
});

it('the text of a mail has a time for each card, a mark with an explanation, and one link', () => {
  const { PUBLIC_URL } = config;
  onTestFinished(() => void Object.assign(config, { PUBLIC_URL }));
  config.PUBLIC_URL = 'https://panel.example';
  const text = buildMailText([
    {
      ...{ title: 'Participants enrolled', at: Date.parse('2026-03-01T04:00:00Z') },
      figures: [
        { label: 'in total', value: 1200 },
        { label: 'in the last 7 days', value: undefined },
        { label: 'used', value: 7200, unit: 'seconds' },
      ],
    },
  ]);
  expect(text).toContain(
    'Participants enrolled (as of 01 March 2026 06:00)\n- in total: 1,200\n- in the last 7 days: [c]\n- used: 7,200 seconds (2 hours)\n',
  );
  expect(text).toContain('a number of fewer than 5 records');
  expect(text.match(/https?:\S+/g)).toEqual(['https://panel.example']);
});
