import { within } from '@testing-library/dom';
import { describe, expect, it } from 'vitest';
import { envelope, refusal } from '../support/recording-host';
import { remotePanel } from '../support/remote';
import { findScreen, listOwnColumns } from '../support/screens';

const remote = remotePanel({}, { shared: true });

const details = [
  {
    path: '/participants',
    view: '/participant/view/3',
    name: 'participant',
    tops: ['Summary', 'Timeline'],
    ends: ['Requests of the participant'],
    groups: [
      'General',
      'Contraception history',
      'HIV history',
      'PrEP history',
      'Contraception interest',
      'PrEP interest',
      'Record',
    ],
    related: {
      Followups: 'post /view/follow-ups study_number.is=S-3',
      'Peer navigator': '/peer-navigators?username.is=chanda',
      Phone: 'post /view/phones phone_number.is=%2B260970000003',
    },
  },
  {
    path: '/follow-ups',
    view: '/follow-up/view/3',
    name: 'follow-up',
    tops: [],
    ends: [],
    groups: ['General', 'Contraception interest', 'PrEP interest', 'PrEP history', 'Record'],
    related: {
      Participant: 'post /view/participants study_number.is=S-3',
      'Peer navigator': '/peer-navigators?username.is=chanda',
    },
  },
  {
    path: '/peer-navigators',
    view: '/peer-navigator/view/3',
    name: 'peer navigator',
    tops: [],
    ends: [],
    groups: ['General'],
    related: {},
  },
];

/** Returns the address of a link, or the method, address and values of the form that a button posts. */
function readTarget(main: ReturnType<typeof within>, name: string): string | null {
  const link = main.queryByRole('link', { name });
  if (link) return link.getAttribute('href');
  const { form } = main.getByRole('button', { name }) as HTMLButtonElement;
  const inputs = [...(form?.querySelectorAll('input') ?? [])];
  const values = new URLSearchParams(inputs.map(({ name, value }) => [name, value]));
  return `${form?.method} ${form?.getAttribute('action')} ${values}`;
}

describe.each(details)(
  'the page of a $name',
  ({ path, view, name, tops, ends, groups, related }) => {
    const screen = findScreen(path);
    const own = listOwnColumns(screen);
    const row = (id: number) => ({
      ...Object.fromEntries(own.map(({ field }) => [field, `${field} of ${id}`])),
      id: String(id),
      study_number: `S-${id}`,
      peer_navigator: 'chanda',
      phone_number: `+26097000000${id}`,
      undeclared_field: 'undeclared-value',
    });

    it('is closed to visitors who are not signed in', async () => {
      const reply = await fetch(remote.panel.url + view, { redirect: 'manual' });
      expect(reply.headers.get('location')).toMatch(/^\/login/);
    });

    it.each([
      [envelope([]), `The specified ${name} '3' could not be found`],
      [refusal('Closed'), 'Closed'],
      ['text', 'Unable to process server response from server'],
      [undefined, `An error occured when loading ${name} from server`],
    ])('shows only the reason when the host answers %j', async (answer, message) => {
      remote.host.on(screen.source, (_call, response) => answer ?? void response.destroy());
      await remote.visitor.open(view);
      expect(remote.visitor.page.getByRole('alert').textContent).toContain(message);
      expect(remote.visitor.document.querySelector('main dl')).toBeNull();
    });

    it.each(['0x3', '-3', '9'.repeat(20)])('answers 404 for the id %s', async (id) => {
      remote.host.on(screen.source, () => envelope([row(3)]));
      await remote.visitor.open(view.replace('3', id));
      expect(remote.visitor.status).toBe(404);
      expect(remote.visitor.page.getByText(/^There is no .+ at this address\.$/)).toBeTruthy();
    });

    it.each(['3;4', '%00'])('finds no record by the id %s', async (id) => {
      remote.host.on(screen.source, () => envelope([row(3)]));
      await remote.visitor.open(view.replace('3', id));
      expect(remote.visitor.page.getByRole('alert').textContent).toContain('could not be found');
    });

    it('shows every field of the record in its group, and no other', async () => {
      remote.host.on(screen.source, () => envelope([row(2), row(3), row(4)]));
      const { visitor } = remote;
      await visitor.open(`${view}?list=page%3D2`);
      const main = within(visitor.page.getByRole('main'));
      expect(
        main.getAllByRole('heading', { level: 2 }).map((heading) => heading.textContent),
      ).toEqual([...tops, ...groups, ...ends]);
      const shown = [...visitor.document.querySelectorAll('main .fields dt')].map((term) => [
        term.textContent,
        term.nextElementSibling?.textContent,
      ]);
      const wanted = own.map(({ field, caption }) => [
        caption,
        String(Object.entries(row(3)).find(([key]) => key === field)?.[1]),
      ]);
      expect(shown.map(String).sort()).toEqual(wanted.map(String).sort());
      expect(visitor.html).not.toContain('undeclared-value');
      for (const [title, href] of Object.entries(related))
        expect(readTarget(main, title)).toBe(href);
      expect(main.getByRole('link', { name: /^Back to/ }).getAttribute('href')).toBe(
        `${path}?page=2`,
      );
    });

    it('has links to its sections', async () => {
      remote.host.on(screen.source, () => envelope([row(3)]));
      await remote.visitor.open(view);
      const { page, document } = remote.visitor;
      const sections = [...tops.filter((title) => title === 'Timeline'), ...groups];
      const nav = page.queryByRole('navigation', { name: 'Sections' });
      if (sections.length === 1) return expect(nav).toBeNull();
      const links = [...(nav?.querySelectorAll('a') ?? [])];
      expect(links.map((link) => link.textContent)).toEqual(sections);
      for (const link of links) {
        const target = document.querySelector(link.getAttribute('href') ?? '');
        expect(target?.querySelector('h2')?.textContent).toBe(link.textContent);
      }
    });

    it('shows a dash for each missing answer on request, and no links to related records that no field names', async () => {
      remote.host.on(screen.source, () => envelope([{ id: 3 }]));
      const { visitor } = remote;
      await visitor.open(view);
      expect(visitor.document.querySelectorAll('main .fields dd')).toHaveLength(1);
      expect(readTarget(within(visitor.document.body), 'All fields')).toMatch(/\?answers=all$/);
      visitor.page.getByText(`1 of ${own.length} fields have an answer.`);
      await visitor.open(`${view}?answers=all`);
      const values = [...visitor.document.querySelectorAll('main .fields dd')].map(
        (cell) => cell.textContent,
      );
      expect(values.filter((value) => value === '—')).toHaveLength(own.length - 1);
      const main = within(visitor.page.getByRole('main'));
      for (const title of Object.keys(related))
        expect(main.queryByRole('link', { name: title })).toBeNull();
    });
  },
);
