import { expect, it } from 'vitest';
import { Transcript } from '~/lib/transcript/transcript';
import type { TranscriptView } from '~/lib/transcript/transcript-view';
import { renderPart } from '../support/render-part';

const empty: TranscriptView = {
  title: 'Transcript: Messages',
  heading: 'Messages',
  path: '/phone/chat/x/transcript',
  tableHref: '/phone/chat/x',
  pages: { range: '', total: 0, sizes: [{ size: 50 }] },
  jump: { day: '', hidden: [] },
  search: { q: '' },
  days: [],
  notes: [],
};

it('a transcript that could not be read says so, and has no number of messages', () => {
  const { page, document } = renderPart(<Transcript view={{ ...empty, error: 'No answer' }} />);
  expect(page.getByRole('alert').textContent).toBe('No answer');
  expect(page.getByText('Could not show information')).toBeDefined();
  expect(page.getByRole('heading', { level: 2 }).textContent).toBe('Messages');
  expect(document.querySelector('nav')?.textContent).toBe('');
});

it('a conversation without messages says so', () => {
  const { page } = renderPart(<Transcript view={empty} />);
  expect(page.getByText('No Data')).toBeDefined();
  expect(page.queryByRole('link', { name: /messages$/ })).toBeNull();
});

it('days are headings, and successive messages of an author are listed below one name', () => {
  const bubble = { permalink: '?page=1#m-1', time: '08:30', text: ['Good ', 'morning', ' <b>'] };
  const view: TranscriptView = {
    ...empty,
    pages: { ...empty.pages, range: '51–53 of 53', total: 53, earlier: '?page=1#end' },
    search: { q: 'morning', summary: 'Match 1 of 1', previous: '?match=1#match', clear: '?' },
    days: [
      {
        title: '04 March 2026',
        anchor: 'day-2026-03-04',
        runs: [
          {
            author: 'Ann',
            tint: { background: '#ffffff', text: '#000000' },
            side: 'left',
            bubbles: [
              { ...bubble, anchor: 'm-1', isMatch: true },
              { ...bubble, anchor: 'm-2', deleted: true },
            ],
          },
          { author: 'Ben', side: 'right', bubbles: [{ ...bubble, anchor: 'm-3' }] },
        ],
      },
    ],
  };
  const { page, document } = renderPart(<Transcript view={view} />);
  const day = page.getByRole('heading', { level: 3, name: '04 March 2026' });
  expect(day.nextElementSibling?.children).toHaveLength(2);
  expect(page.getAllByText('Ann')).toHaveLength(1);
  expect(document.querySelectorAll('.run-right .bubble')).toHaveLength(1);
  expect([...document.querySelectorAll('mark')].map((mark) => mark.textContent)).toEqual([
    'morning',
    'morning',
    'morning',
  ]);
  expect(document.querySelector('#m-1 #match')?.textContent).toBe('Good morning <b>');
  expect(document.querySelector('#m-2 del')?.textContent).toBe('Good morning <b>');
  // One link is beside the search, the other below the match.
  expect(page.getAllByRole('link', { name: 'Previous match' })).toHaveLength(2);
  expect(page.getAllByRole('link', { name: '08:30, link to this message' })).toHaveLength(3);
  expect(page.getAllByRole('link', { name: 'Earlier messages' })).toHaveLength(2);
});
