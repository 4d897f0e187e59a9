import { expect, it } from 'vitest';
import { TEST_KEY } from '../support/keys';
import { makePanels } from '../support/reopened-panel';
import type { Visitor } from '../support/visitor';

const NEW_KEY = 'a new panel key of 32 characters'.replaceAll(' ', '-');
const WAIT = { timeout: 60_000, interval: 300 };

/** The addresses of an exported file and of a bulk action, and the label of the record of the bulk action. */
interface Stored {
  file: string;
  bulk: string;
  label: string;
}

/** Lets a panel store content that its key encrypts: a file, a bulk action and the recipients of the weekly mail. */
async function store(visitor: Visitor): Promise<Stored> {
  const body = new URLSearchParams({ format: 'csv', style: 'words' });
  const made = await visitor.request('/export-as/countries', { method: 'POST', body });
  const file = made.headers.get('location') ?? '';
  await expect.poll(async () => (await visitor.request(`${file}/data`)).status, WAIT).toBe(200);
  await visitor.open('/countries');
  const [box] = visitor.document.querySelectorAll<HTMLInputElement>('tbody [type=checkbox]');
  box?.setAttribute('checked', '');
  const label = (box?.getAttribute('aria-label') ?? '').replace('Select ', '');
  await visitor.press('Delete selected');
  const bulk = new URL(visitor.url).pathname;
  await visitor.open('/home/settings/mail');
  await visitor.press('Mail me every week');
  return { file, bulk, label };
}

/** Returns the number of administrators who get the weekly mail. */
async function countRecipients(visitor: Visitor): Promise<number> {
  await visitor.open('/home/settings/mail');
  const text = visitor.document.body.textContent ?? '';
  return Number(/Administrators who get the weekly mail: (\d+)\./.exec(text)?.[1]);
}

/** Expects the file, the bulk action, the recipients and the figures to be shown. */
async function expectStored(visitor: Visitor, { file, bulk, label }: Stored): Promise<void> {
  const data = await visitor.request(`${file}/data`);
  expect([data.status, (await data.text()).includes('Zambia')]).toEqual([200, true]);
  await visitor.open(bulk);
  expect([visitor.status, visitor.html.includes(label)]).toEqual([200, true]);
  expect(await countRecipients(visitor)).toBe(1);
  await expectFigures(visitor);
}

/** Expects the home page to show figures, which the panel counts in the background. */
async function expectFigures(visitor: Visitor): Promise<void> {
  const read = async () => (await visitor.open('/home')).document.body.textContent;
  await expect.poll(read, WAIT).toMatch(/As of/);
}

it('after a rotation, files, bulk actions, figures and the settings of the weekly mail still open', async () => {
  const { open } = makePanels();
  const first = await open({ OVERVIEW_SECONDS: '3600' });
  const stored = await store(first.visitor);
  await expectStored(first.visitor, stored);
  await first.panel.stop();
  // The panel does not count the figures again, because the stored ones are less than an hour old.
  const rotated = { PANEL_KEY: NEW_KEY, PANEL_KEY_PREVIOUS: TEST_KEY, OVERVIEW_SECONDS: '3600' };
  const { visitor } = await open(rotated);
  await expectStored(visitor, stored);
});

it('without the key, the pages say that files and bulk actions are no longer stored, and nobody gets the weekly mail', async () => {
  const { open, command } = makePanels();
  const first = await open({ OVERVIEW_SECONDS: '2' });
  const stored = await store(first.visitor);
  await expectStored(first.visitor, stored);
  await first.panel.stop();
  const lost = { PANEL_KEY: NEW_KEY, OVERVIEW_SECONDS: '2' };
  expect(await command('key:rotate', ['--lost'], lost)).toMatchObject({ status: 0, stderr: '' });
  const { panel, visitor } = await open(lost);
  await visitor.open(stored.file);
  expect(visitor.status).toBe(404);
  expect(visitor.html).toContain('This file is no longer stored.');
  expect((await visitor.request(`${stored.file}/data`)).status).toBe(404);
  await visitor.open(stored.bulk);
  expect(visitor.status).toBe(404);
  expect(visitor.html).toContain('This selection is no longer stored');
  expect(visitor.html).not.toContain(stored.label);
  expect(await countRecipients(visitor)).toBe(0);
  // What is stored from now on can be read.
  await expectStored(visitor, await store(visitor));
  expect(panel.output()).not.toMatch(/"level":(50|60)/);
});
