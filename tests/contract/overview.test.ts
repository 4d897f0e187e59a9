import { within } from '@testing-library/dom';
import { describe, expect, it } from 'vitest';
import { WAITING_PATH } from '../../app/lib/menu';
import { cards } from '../../app/lib/overview/cards';
import { sweep } from '../support/full';
import { studiedHosts } from '../support/studied-hosts';
import type { Visitor } from '../support/visitor';

/** The texts of a card on the home page. */
interface ShownCard {
  title: string;
  figures: { text: string; label: string; href: string }[];
  asOf?: string;
  problem?: string;
  weeks?: { href: string; counts: number[] };
}

/** The time limit for all figures of a host that sends whole lists. They take seconds, but not on a busy machine. */
const LIMIT_MS = 900_000;

/** The cards whose figures some hosts cannot give: a path that these hosts lack, and the reason on the card. */
const lacking: Readonly<Record<string, { path: string; reason: string }>> = {
  quizzes: { path: 'quiz-attempt/list', reason: 'This API host does not offer quiz attempts' },
};

function readCards({ page }: Visitor): ShownCard[] {
  return page.getAllByRole('heading', { level: 3 }).flatMap((heading) => {
    const item = heading.closest('li');
    if (!item || !cards.some(({ title }) => title === heading.textContent)) return [];
    const card = within(item);
    const picture = card.queryByRole('img');
    const counts = picture?.querySelector('desc')?.textContent?.match(/\d[\d, ]*/)?.[0];
    return [
      {
        title: heading.textContent ?? '',
        figures: [...item.querySelectorAll(':scope > ul a')].map((link) => ({
          text: link.querySelector('span')?.textContent ?? '',
          label: link.textContent?.replace(/^\S+ /, '') ?? '',
          href: link.getAttribute('href') ?? '',
        })),
        asOf: card.queryByText(/^As of \d\d:\d\d$/)?.textContent ?? undefined,
        problem: item.querySelector('.text-warn')?.textContent?.trim(),
        weeks:
          picture && counts
            ? {
                href: picture.closest('a')?.getAttribute('href') ?? '',
                counts: counts.split(', ').map(Number),
              }
            : undefined,
      },
    ];
  });
}

/** Opens the home page until each card has its figures or says why it has none. */
async function openHome(visitor: Visitor): Promise<ShownCard[]> {
  let found: ShownCard[] = [];
  await expect
    .poll(
      async () => {
        found = readCards(await visitor.open('/home'));
        const isOpen = ({ asOf, problem }: ShownCard) => !asOf && !problem;
        return found.filter(isOpen).map(({ title }) => title);
      },
      { timeout: LIMIT_MS, interval: 500 },
    )
    .toEqual([]);
  return found;
}

const toNumber = (text: string) => Number(text.replace(/ .*|[,%]/g, ''));

/** Returns the number of rows in the heading of the list at an address, or of accounts that wait. */
async function countRows(visitor: Visitor, href: string): Promise<number> {
  await visitor.open(href);
  if (href === WAITING_PATH)
    return visitor.document.querySelectorAll(`main a[href^="${WAITING_PATH}/"]`).length;
  expect(visitor.status, href).toBe(200);
  expect(visitor.page.queryByText(/not understood|does not offer/), href).toBeNull();
  return toNumber(
    visitor.page.getByRole('heading', { level: 1 }).textContent?.match(/[\d,]+$/)?.[0] ?? '',
  );
}

/** Returns the total of the summary at an address. */
async function readTotal(visitor: Visitor, href: string): Promise<number> {
  await visitor.open(href);
  const cell = visitor.page.getAllByRole('row').at(-1)?.lastElementChild;
  return toNumber(cell?.textContent ?? '');
}

/** Opens the list of conversations, which counts the messages of all phones for its user. */
async function waitForConversations(visitor: Visitor): Promise<void> {
  const read = async () => (await visitor.open('/conversations')).page.queryByRole('table');
  await expect.poll(read, { timeout: 120_000 }).not.toBeNull();
}

const hosts = sweep(studiedHosts, ({ isEmbedded }) => isEmbedded);

describe.each(hosts)('the figures of the home page with $name', ({ start, lacks }) => {
  const { signedIn } = start({ OVERVIEW_SECONDS: '3600' });

  it('are on each card with their time, or the card says why it has none', {
    timeout: LIMIT_MS,
  }, async () => {
    const visitor = await signedIn();
    const found = await openHome(visitor);
    expect(found.map(({ title }) => title)).toEqual(cards.map(({ title }) => title));
    for (const { title, figures, asOf, problem } of found) {
      const { name = '' } = cards.find((card) => card.title === title) ?? {};
      const { path = '', reason } = lacking[name] ?? {};
      if (lacks(path)) {
        expect(problem, title).toBe(reason);
        expect(figures.map(({ text }) => text)).toEqual(figures.map(() => '–'));
        continue;
      }
      expect(problem, title).toBeUndefined();
      expect(asOf, title).toBeDefined();
      for (const { text, label } of figures)
        expect(text, label).toMatch(/^[\d,]+(%| seconds \([\d,]+ hours?\))?$/);
      // The demo study has something to show on each card.
      expect(
        figures.map(({ text }) => toNumber(text)).some((number) => number > 0),
        title,
      ).toBe(true);
    }
  });

  it('lead to exactly the rows that they count', { timeout: LIMIT_MS }, async () => {
    const visitor = await signedIn();
    const found = await openHome(visitor);
    await waitForConversations(visitor);
    for (const { title, figures } of found) {
      const { name = '', figures: declared = [] } =
        cards.find((card) => card.title === title) ?? {};
      if (lacks(lacking[name]?.path ?? '')) continue;
      for (const [index, { text, label, href }] of figures.entries()) {
        const { shareOf, unit } = declared[index] ?? {};
        if (/[?&]of=sum/.test(href)) {
          expect(Math.round(await readTotal(visitor, href)), label).toBe(toNumber(text));
          if (unit) {
            expect(text).toContain(` ${unit}`);
            const heading = new RegExp(`\\(${unit}\\)`, 'i');
            expect(visitor.page.getByRole('columnheader', { name: heading })).toBeTruthy();
          }
        } else if (shareOf !== undefined) {
          const all = await countRows(visitor, href.split('?')[0] ?? '');
          const share = Math.round((100 * (await countRows(visitor, href))) / all);
          expect(`${share}%`, label).toBe(text);
        } else expect(await countRows(visitor, href), label).toBe(toNumber(text));
      }
    }
  });

  it('of participants are compared with the target of the demo study', async () => {
    const visitor = await signedIn();
    await openHome(visitor);
    const picture = visitor.page.getByRole('img', { name: /Needed to reach the target/ });
    expect(picture.querySelectorAll('path')).toHaveLength(2);
    expect(visitor.page.getByText(/^Target: 1,500 by .+ Enrolled: 1,200\.$/)).toBeDefined();
  });

  it('of weeks are those of the summary to which their picture leads', async () => {
    const visitor = await signedIn();
    const weeks = (await openHome(visitor)).flatMap((card) => card.weeks ?? []);
    expect(weeks).toHaveLength(1);
    for (const { href, counts } of weeks) {
      expect(counts).toHaveLength(26);
      expect(await readTotal(visitor, href)).toBe(counts.reduce((sum, count) => sum + count, 0));
      const rows = visitor.page.getAllByRole('row').slice(1, -1);
      const shown = rows.map((row) => toNumber(row.lastElementChild?.textContent ?? ''));
      expect(counts.slice(counts.length - shown.length)).toEqual(shown);
    }
  });
});
