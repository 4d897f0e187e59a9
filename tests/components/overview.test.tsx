import { within } from '@testing-library/dom';
import { describe, expect, it } from 'vitest';
import { Overview } from '~/lib/overview/overview';
import type { AwaitedFigures, CardView } from '~/lib/overview/overview-view';
import { renderPart } from '../support/render-part';

const followUps: CardView = {
  name: 'follow-ups',
  title: 'Follow-ups',
  figures: [
    { label: 'overdue', text: '1,204', href: '/participants?followup_state=overdue' },
    { label: 'due within 14 days', text: '–', href: '/participants?followup_state=due' },
  ],
  asOf: '14:30',
  notYet: 'Not counted yet',
};

const render = (cards: CardView[], maySet = false) =>
  renderPart(<Overview cards={cards} maySet={maySet} />);

function findCard(cards: CardView[], title: string) {
  const { page } = render(cards);
  const heading = page.getByRole('heading', { level: 3, name: title });
  const item = heading.closest('li');
  if (!item) throw new Error(`no card ${title}`);
  return within(item);
}

describe('the figures of the home page', () => {
  it('are missing without cards, unless the user can choose some', () => {
    expect(render([]).page.queryByRole('heading')).toBeNull();
    const { page } = render([], true);
    expect(page.getByRole('heading', { level: 2 }).textContent).toBe('The study at a glance');
    expect(page.getByRole('link').getAttribute('href')).toBe('/home/settings');
  });

  it('cannot be chosen by other users', () => {
    expect(render([followUps]).page.queryByRole('link', { name: 'Choose figures' })).toBeNull();
  });

  it('say that they have not been counted yet, in one sentence if none has', () => {
    const uncounted = { ...followUps, asOf: undefined };
    const counted = { ...followUps, name: 'other', title: 'Other' };
    expect(findCard([uncounted, counted], 'Follow-ups').getByText('Not counted yet')).toBeTruthy();
    const { page } = render([uncounted, { ...uncounted, name: 'other', title: 'Other' }]);
    expect(page.getByText(/being counted for the first time/)).toBeTruthy();
    expect(page.queryByRole('heading', { level: 3 })).toBeNull();
  });

  it('stay when they are counted again, and say so', () => {
    const card = findCard([{ ...followUps, outdated: 'Being counted again.' }], 'Follow-ups');
    expect(card.getByText('As of 14:30. Being counted again.')).toBeTruthy();
    expect(card.getByText('1,204')).toBeTruthy();
  });

  it('say politely that the page shows them when they are ready, as often as it looks', () => {
    const note = (refresh?: AwaitedFigures) => {
      const part = <Overview cards={[followUps]} maySet={false} refresh={refresh} />;
      return renderPart(part).page.getByRole('status').textContent;
    };
    expect(note()).toBe('');
    expect(note({ seconds: 15, href: '/home?refreshed=1' })).toBe(
      'Figures are being counted. This page shows them when they are ready.',
    );
    expect(note({ seconds: 15 })).toBe(
      'Figures are still being counted. Open this page again later to see them.',
    );
  });

  it('say why none of them could be counted', () => {
    const problem = 'The list of participants could not be loaded.';
    const card = findCard([{ ...followUps, asOf: undefined, problem }], 'Follow-ups');
    expect(card.getByText(problem)).toBeTruthy();
  });

  it('say why they are older than they should be', () => {
    const problem = 'The list of participants could not be loaded.';
    const card = findCard([{ ...followUps, problem }], 'Follow-ups');
    expect(card.getByText(problem)).toBeTruthy();
    expect(card.getByText('As of 14:30')).toBeTruthy();
  });

  it('are links to their lists, and are read with their labels', () => {
    const card = findCard([followUps], 'Follow-ups');
    expect(
      card.getAllByRole('link').map((link) => [link.textContent, link.getAttribute('href')]),
    ).toEqual([
      ['1,204 overdue', '/participants?followup_state=overdue'],
      ['– due within 14 days', '/participants?followup_state=due'],
    ]);
  });

  it('have the order of the cards', () => {
    const { page } = render([{ ...followUps, name: 'other', title: 'Other' }, followUps]);
    const titles = page.getAllByRole('heading', { level: 3 }).map((heading) => heading.textContent);
    expect(titles).toEqual(['Other', 'Follow-ups']);
  });

  it('list navigators, of whom several may have no name that can be shown', () => {
    const name = 'Name not shown';
    const rows = [
      { name, when: 'never' },
      { name, when: '30 days ago' },
    ];
    const href = '/peer-navigators?sort=-days_since_upload';
    const card = findCard([{ ...followUps, first: { href, rows } }], 'Follow-ups');
    const link = card.getByRole('link', { name: /never/ });
    expect(link.getAttribute('href')).toBe(href);
    expect(link.textContent).toBe(`${name} never${name} 30 days ago`);
  });
});

describe('the weeks of a card', () => {
  const href = '/participants?by=assessment_date.week';
  const counts = [0, 3, 12];
  const readPicture = (weeks: NonNullable<CardView['weeks']>) => {
    const card = findCard([{ ...followUps, weeks }], 'Follow-ups');
    const picture = card.getByRole('img');
    const paths = [...picture.querySelectorAll('path')].map((path) => path.getAttribute('d'));
    const description = picture.querySelector('desc')?.textContent;
    return { card, name: picture.querySelector('title')?.textContent, description, paths };
  };

  it('are bars as high as their numbers, and lead to their summary', () => {
    const { card, name, description, paths } = readPicture({ href, counts });
    expect(name).toBe('Number per week, last 3 weeks. This week: 12.');
    expect(description).toContain('From the first to this week: 0, 3, 12.');
    expect(paths).toEqual(['M0 48v0h3v0M4 48v-12h3v12M8 48v-48h3v48']);
    const link = card.getByRole('link', { name: /Number per week, last 3 weeks$/ });
    expect(link.getAttribute('href')).toBe(href);
  });

  it('have a line at the number that the target needs, and say it', () => {
    const note = 'Target: 500 by 1 March 2027.';
    const { card, name, paths } = readPicture({ href, counts, needed: 23.2, note });
    expect(name).toBe(
      'Number per week, last 3 weeks. This week: 12. Needed to reach the target: 24 per week.',
    );
    // The line is above all bars, so it decides the scale.
    expect(paths).toEqual(['M0 48v0h3v0M4 48v-6h3v6M8 48v-25h3v25', 'M0 0H12']);
    expect(card.getByText(note)).toBeTruthy();
  });

  it('have no height if nothing was counted', () => {
    expect(readPicture({ href, counts: [0, 0] }).paths).toEqual(['M0 48v0h3v0M4 48v0h3v0']);
  });
});
