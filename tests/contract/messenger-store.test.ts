import { setTimeout as sleep } from 'node:timers/promises';
import { Timestamp } from 'firebase-admin/firestore';
import {
  afterAll,
  afterEach,
  beforeAll,
  beforeEach,
  describe,
  expect,
  it,
  onTestFinished,
  vi,
} from 'vitest';
import { getMessengerPaths } from '../../app/lib/core/messenger/paths';
import { defined } from '../../shared/defined';
import { hostFile, readCsv, sentRows } from '../support/csv-file';
import { sqlOn } from '../support/database';
import {
  findFreePort,
  openSilentPort,
  startFirestore,
  type TestFirestore,
} from '../support/firestore';
import { everyCase } from '../support/full';
import { exportFull } from '../support/full-export';
import { findOpaqueAddress } from '../support/opaque-address';
import { type RunningPanel, startPanel } from '../support/panel';
import { envelope, type RecordingHost, startRecordingHost } from '../support/recording-host';
import { ann } from '../support/remote';
import { take } from '../support/take';
import { Visitor } from '../support/visitor';

// These tests use the built panel on a recording API host, and on an emulator of Firestore over its real protocol.

const paths = getMessengerPaths('study');
const at = (minute: number) => Timestamp.fromDate(new Date(Date.UTC(2026, 2, 4, 8, minute)));
/** The time limit of most tests. Even on a busy machine, no call takes as long. */
const LIMIT_MS = 60_000;
/** The time limit of a panel whose Firestore does not answer. */
const SHORT_LIMIT_MS = 3_000;
/** The time that a busy machine may add to a limit. A panel without a limit would take much longer. */
const SLACK_MS = 60_000;

let firestore: TestFirestore;
let host: RecordingHost;
let panel: RunningPanel;
const onStore = (statement: string, ...values: unknown[]) =>
  sqlOn(panel.dataDir, statement, values);
let visitor: Visitor;

beforeAll(async () => {
  firestore = await startFirestore();
  host = await startRecordingHost();
  panel = await panelOn(firestore.address);
});
beforeEach(async () => {
  visitor = await signedIn(panel);
});
afterEach(() => {
  Object.assign(firestore, { failing: '', refusing: false, delay: 0 });
  firestore.queries.length = 0;
  firestore.clear();
  host.reset();
});
afterAll(async () => {
  await panel.stop();
  await firestore.stop();
  await host.stop();
});

function panelOn(address: string, limitMs = LIMIT_MS): Promise<RunningPanel> {
  return startPanel({
    API_HOST_URL: host.url,
    API_TIMEOUT_MS: String(limitMs),
    FIREBASE_PROJECT_ID: firestore.project,
    FIRESTORE_EMULATOR_HOST: address,
    METADATA_SERVER_DETECTION: 'none',
  });
}

async function signedIn(on: RunningPanel): Promise<Visitor> {
  host.on('login', () => envelope([ann]));
  const person = new Visitor(on.url);
  await person.signIn();
  host.calls.length = 0;
  return person;
}

const write = (path: string, fields: Record<string, unknown>) => firestore.db.doc(path).set(fields);
const read = async (path: string) => (await firestore.db.doc(path).get()).data();
const audits = () => host.to('audit/update').map(({ fields }) => fields.udescription);
const alert = () => visitor.page.getByRole('alert').textContent;

const discussion = {
  posted: at(0),
  posts: 2,
  status: 1,
  title: 'Old title',
  description: 'Old description',
  nickname: 'Ann',
  undeclaredField: true,
};
const post = {
  createdAt: at(1),
  state: 1,
  text: 'Old text',
  discussion: 'd1',
  author: { firstName: 'Ann', id: '+260970000001', color: '#0B6B63' },
  status: 'sent',
  type: 'text',
};

const forms = [
  {
    name: 'discussion',
    path: '/discussion/edit/d1',
    document: paths.discussion('d1'),
    stored: discussion,
    required: { Name: 'Name is required', Description: 'Color is required' },
    typed: { Name: 'New title', Description: 'New description', Status: 'Disabled' },
    saved: { title: 'New title', description: 'New description', status: 2 },
    changed: { title: 'Of another' },
    first: ['Name', 'New title'],
  },
  {
    name: 'post',
    path: '/discussion/post/d1/edit/p1',
    document: paths.post('d1', 'p1'),
    stored: post,
    required: { Text: 'Textis required' },
    typed: { Text: 'New text', Status: 'Disabled' },
    saved: { text: 'New text', state: 2 },
    changed: { text: 'Of another' },
    first: ['Text', 'New text'],
  },
] as const;

describe.each(forms)('the form of a $name', (form) => {
  it('sends a signed-out visitor to the sign-in page, and changes nothing', async () => {
    await write(form.document, form.stored);
    const stranger = new Visitor(panel.url);
    await stranger.open(form.path);
    expect(new URL(stranger.url).pathname).toBe('/login');
    await stranger.open(form.path, { method: 'POST', body: new URLSearchParams({ title: 'x' }) });
    expect(new URL(stranger.url).pathname).toBe('/login');
    expect(await read(form.document)).toEqual(form.stored);
  });

  it('says that a document that does not exist could not be found', async () => {
    for (const path of [form.path, form.path.replace(/[^/]+$/, 'a%2Fb')]) {
      await visitor.open(path);
      expect(alert()).toContain(`Unable to find a ${form.name} with the specified ID`);
      expect(visitor.page.queryByRole('button', { name: 'Save' })).toBeNull();
    }
  });

  it('names missing values in the words of the specification, and saves nothing', async () => {
    await write(form.document, form.stored);
    await visitor.open(form.path);
    await visitor.press(
      'Save',
      Object.fromEntries(Object.keys(form.required).map((k) => [k, ' '])),
    );
    expect(visitor.status).toBe(400);
    for (const message of Object.values(form.required))
      expect(visitor.page.getByRole('link', { name: message })).toBeTruthy();
    await visitor.open(form.path, { method: 'POST', body: new URLSearchParams() });
    expect(visitor.page.getByRole('link', { name: 'Status is required' })).toBeTruthy();
    expect(await read(form.document)).toEqual(form.stored);
  });

  it('does not save into a document that has vanished meanwhile, and does not create it again', async () => {
    await write(form.document, form.stored);
    await visitor.open(form.path);
    await firestore.db.doc(form.document).delete();
    await visitor.press('Save', form.typed);
    expect(visitor.status).toBe(400);
    expect(alert()).toContain(`Unable to find a ${form.name} with the specified ID`);
    expect(await read(form.document)).toBeUndefined();
  });

  it('shows the change of another user instead of overwriting it, and overwrites it on request', async () => {
    await write(form.document, form.stored);
    await visitor.open(form.path);
    await firestore.db.doc(form.document).update(form.changed);
    await visitor.press('Save', form.typed);
    expect(visitor.status).toBe(409);
    expect(alert()).toContain('This record has changed since you opened it');
    expect(alert()).toContain('Of another');
    expect(await read(form.document)).toMatchObject(form.changed);
    await visitor.press('Save my version over it');
    expect(await read(form.document)).toEqual({ ...form.stored, ...form.saved });
  });

  it('changes only the fields of the form, shows a message, and leaves an audit entry', async () => {
    await write(form.document, form.stored);
    await visitor.open(form.path);
    expect(visitor.page.getByLabelText(new RegExp(form.first[0]))).toBeTruthy();
    // A change to a field that is not in the form does not stop the save.
    await firestore.db.doc(form.document).update({ type: 'changed elsewhere' });
    await visitor.press('Save', form.typed);
    expect(visitor.page.getByRole('status').textContent).toContain(
      `The ${form.name} has been successfully updated!`,
    );
    expect(await read(form.document)).toEqual({
      ...form.stored,
      ...form.saved,
      type: 'changed elsewhere',
    });
    await expect
      .poll(audits)
      .toContainEqual(expect.stringMatching(new RegExp(`^Updated ${form.name} `)));
    expect(visitor.page.getByLabelText(new RegExp(form.first[0]))).toHaveProperty(
      'value',
      form.first[1],
    );
  });
});

describe('lists of the cloud store', () => {
  it.each([
    ['/discussions', 'Viewed Discussions', 200],
    ['/last-seen', 'Viewed Last Seen', 200],
    ['/discussion/chat/d1', 'Viewed Posts of d1', 404],
    ['/discussion/chat/d1/transcript', 'Viewed Transcript: Posts of d1', 404],
    ['/phone/conversations/%2B2609', 'Viewed Conversations of', 404],
    ['/phone/chat/c1', 'Viewed Messages of', 404],
    ['/phone/chat/c1/transcript', 'Viewed Transcript: Messages of', 404],
    ['/discussion/edit/d1', 'Viewed Edit discussion d1', 404],
  ])(
    'at %s leave an audit entry, and send signed-out visitors to the sign-in page',
    async (path, entry, status) => {
      const stranger = new Visitor(panel.url);
      await stranger.open(path);
      expect(new URL(stranger.url).pathname).toBe('/login');
      expect(firestore.queries).toEqual([]);
      await visitor.open(path);
      // There is neither a discussion d1, a chat c1 nor a phone +2609.
      expect(visitor.status).toBe(status);
      // Phones and chats are named by the opaque id in their address.
      const id = path.startsWith('/phone/')
        ? ` ${new URL(visitor.url).pathname.split('/')[3]}`
        : '';
      await expect.poll(audits).toEqual([entry + id]);
    },
  );

  it('show documents with missing and odd fields beside the others', async () => {
    await write(paths.discussion('d1'), discussion);
    await write(paths.discussion('d2'), {});
    await write(paths.discussion('d3'), {
      title: ['a'],
      posts: 'many',
      posted: 'once',
      status: {},
    });
    await visitor.open('/discussions');
    expect(visitor.page.getByText('1–3 of 3')).toBeTruthy();
    expect(visitor.page.getByRole('link', { name: 'Old title' }).getAttribute('href')).toBe(
      '/discussion/edit/d1',
    );
    expect(defined(visitor.page.getAllByRole('link', { name: '2' })[0]).getAttribute('href')).toBe(
      '/discussion/chat/d1',
    );
    expect(visitor.page.getAllByText('04 March 2026 10:00').length).toBeGreaterThan(0);
    expect(visitor.html).not.toContain('undeclaredField');
  });

  it('say above the posts of a discussion that the discussion cannot be found', async () => {
    await visitor.open('/discussion/chat/nowhere');
    expect(alert()).toContain('Unable to find a discussion with the specified ID');
    expect(visitor.page.getAllByText('No Data').length).toBeGreaterThan(0);
  });

  if (everyCase)
    it('give up a page whose calls together exceed the time limit, and send no further calls for it', async () => {
      await writeLongChat();
      const hasty = await panelOn(firestore.address, SHORT_LIMIT_MS);
      onTestFinished(() => hasty.stop());
      visitor = await signedIn(hasty);
      // Each call is within the limit, but all calls together exceed it.
      firestore.delay = 0.45 * SHORT_LIMIT_MS;
      await visitor.open('/phone/chat/c1?page=56');
      expect(alert()).toContain('Could not show information');
      // A call that was sent before the page was answered may still be on its way.
      await sleep(firestore.delay);
      const queryCount = firestore.queries.length;
      // A panel that still reads would send a call within each of these two delays.
      await sleep(2 * firestore.delay);
      await visitor.open('/last-seen');
      const since = firestore.queries.slice(queryCount);
      expect(since.filter((path) => path.includes(paths.messages('c1')))).toEqual([]);
      expect(since.length).toBeGreaterThan(0);
    });

  /** Writes 700 messages of a chat, and one without a time. */
  async function writeLongChat() {
    const batch = firestore.db.batch();
    for (let n = 0; n < 700; n++)
      batch.set(firestore.db.doc(`${paths.messages('c1')}/m${String(n).padStart(4, '0')}`), {
        createdAt: Timestamp.fromMillis(Date.UTC(2026, 2, 4) + n * 60_000),
        text: `message ${n}`,
        sender: '+260970000001',
      });
    batch.set(firestore.db.doc(`${paths.messages('c1')}/untimed`), { text: 'when was this?' });
    await batch.commit();
  }

  it('keep the order of messages of the same second, in both directions', async () => {
    for (const [id, milliseconds] of [
      ['m1', 100],
      ['m2', 900],
    ] as const)
      await firestore.db.doc(`${paths.messages('c2')}/${id}`).set({
        createdAt: Timestamp.fromMillis(Date.UTC(2026, 2, 4) + milliseconds),
        text: `message ${id}`,
        sender: '+260970000001',
      });
    const texts = async (sort: string) => {
      await visitor.open(`/phone/chat/c2?sort=${sort}`);
      return visitor.html.match(/message m\d(?=<)/g);
    };
    expect(await texts('date')).toEqual(['message m1', 'message m2']);
    expect(await texts('-date')).toEqual(['message m2', 'message m1']);
  });

  it('show pages at both ends and in the middle of a long chat', async () => {
    await writeLongChat();
    for (const [page, first] of [
      [1, 0],
      [56, 550],
      [70, 690],
    ] as const) {
      await visitor.open(`/phone/chat/c1?page=${page}`);
      expect(visitor.page.getByText(`${first + 1}–${first + 10} of 701`)).toBeTruthy();
      expect(visitor.page.getAllByText(`message ${first}`).length).toBeGreaterThan(0);
      expect(
        visitor.page.getByText(/Without a time, and therefore last: 1 of 701 messages/),
      ).toBeTruthy();
    }
    for (const page of ['?page=71', '?page=71&sort=-date']) {
      await visitor.open(`/phone/chat/c1${page}`);
      expect(visitor.page.getByText('701–701 of 701')).toBeTruthy();
      expect(visitor.page.getAllByText('when was this?').length).toBeGreaterThan(0);
    }
    await visitor.open('/phone/chat/c1?sort=-date');
    expect(visitor.page.getAllByText('message 699').length).toBeGreaterThan(0);
    await visitor.open('/phone/chat/c1?q=when');
    expect(visitor.page.getByText('1–1 of 1')).toBeTruthy();
  });

  it('show a long chat as a transcript: the newest messages, those of a day, and those that contain a text', async () => {
    await writeLongChat();
    const transcript = '/phone/chat/c1/transcript';
    await visitor.open(transcript);
    expect(visitor.page.getByText('651–700 of 700')).toBeTruthy();
    expect(visitor.page.getByText('message 699')).toBeTruthy();
    expect(visitor.page.getByRole('heading', { level: 1 }).textContent).toBe(
      'Chat of +260970000001',
    );
    // The messages of 4 March began two hours after midnight in Lusaka, one each minute.
    await visitor.open(`${transcript}?day=2026-03-04`);
    expect(visitor.url).toMatch(/\?day=2026-03-04&page=1$/);
    expect(visitor.page.getByText('when was this?')).toBeTruthy();
    await visitor.press('Search messages', { 'Search in this conversation': 'message 33' });
    expect(visitor.page.getByText('Match 16 of 16')).toBeTruthy();
    expect(visitor.document.querySelector('#match')?.textContent).toBe('message 633');
    await visitor.press('Search messages', { 'Search in this conversation': 'WHEN' });
    expect(visitor.document.querySelector('#match')?.textContent).toBe('when was this?');
  });
});

const phones = Array.from({ length: 30 }, (_, n) => ({
  phone_id: n + 1,
  phone_name: `Phone ${n + 1}`,
  phone_number: `+2609700000${String(n).padStart(2, '0')}`,
  phone_status: n % 2 ? 2 : 3,
  n_participants: 4,
  phone_token: 'never-shown-token',
}));

const manyPhones = Array.from({ length: 400 }, (_, n) => ({ phone_number: `+2609711${n}` }));

describe('the conversations screen', () => {
  beforeEach(async () => {
    host.on('phone/list', () => envelope(phones));
    const [one, two] = take(phones, 2);
    await write(`${paths.conversations(one.phone_number)}/${two.phone_number}`, { id: 'c1' });
    await write(`${paths.conversations(two.phone_number)}/${one.phone_number}`, { id: 'c1' });
    for (let n = 0; n < 5; n++)
      await write(`${paths.messages('c1')}/m${n}`, {
        sender: n < 3 ? one.phone_number : two.phone_number,
        createdAt: at(n),
      });
    firestore.queries.length = 0;
  });

  const progress = () =>
    Number(/Processing data (\d+) of 30/.exec(visitor.html)?.[1] ?? Number.NaN);
  /** Returns the name by which the script of the page would identify itself. */
  const watcherOnPage = () =>
    /"watcher","([0-9a-f-]{36})"/.exec(visitor.html.replaceAll('\\', ''))?.[1];
  const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));
  const chosen = '?cols=phone_name,conversations,sent,received,n_participants&size=50';

  /** Opens the screen again and again, as a browser without script does, until it shows its list. */
  async function openLoaded(person = visitor) {
    for (let tries = 0; tries < 100; tries++) {
      await person.open(`/conversations${chosen}`);
      if (!person.document.querySelector('meta[http-equiv=refresh]')) return;
      await pause(100);
    }
    throw new Error('the conversations were never loaded');
  }

  const getCells = (name: string) => {
    const row = visitor.page.getByRole('link', { name }).closest('tr');
    return [...(row?.querySelectorAll('td') ?? [])].slice(0, 5).map((cell) => cell.textContent);
  };

  it('sends signed-out visitors to the sign-in page from all its addresses', async () => {
    for (const [path, method] of [
      ['/conversations', 'GET'],
      ['/conversations', 'POST'],
      ['/conversations/progress', 'GET'],
      ['/conversations/progress', 'POST'],
    ] as const) {
      const answer = await new Visitor(panel.url).request(path, { method });
      expect(answer.status).toBe(302);
      expect(answer.headers.get('location')).toMatch(/^\/login/);
    }
    expect(firestore.queries).toEqual([]);
  });

  it('shows an error when the phones cannot be read', async () => {
    host.on('phone/list', (_call, response) => void response.destroy());
    await openLoaded();
    expect(alert()).toContain('An error occured when loading conversations from server');
  });

  it('shows a growing count while a page without script reloads itself, and the list at the end', async () => {
    firestore.delay = 150;
    await visitor.open('/conversations');
    const seen = [];
    while (visitor.document.querySelector('noscript meta[http-equiv=refresh]')) {
      if (!Number.isNaN(progress())) seen.push(progress());
      await pause(120);
      const start = performance.now();
      await visitor.open('/conversations');
      // On a busy machine, the store must be slower than the pages, so that several of them show a count.
      firestore.delay = Math.max(150, performance.now() - start);
    }
    expect(new Set(seen).size).toBeGreaterThan(2);
    expect(seen).toEqual([...seen].sort((a, b) => a - b));
    expect(visitor.page.getByText('1–5 of 30')).toBeTruthy();
  });

  it('counts conversations, sent and received messages, and links to them', async () => {
    await openLoaded();
    expect(getCells('Phone 1')).toEqual(['Phone 1', '1', '3', '2', '4']);
    expect(getCells('Phone 2')).toEqual(['Phone 2', '1', '2', '3', '4']);
    expect(getCells('Phone 3')).toEqual(['Phone 3', '0', '0', '0', '4']);
    const href = (name: string) => visitor.page.getByRole('link', { name }).getAttribute('href');
    const conversations = '/phone/conversations/%2B260970000000';
    expect(href('Phone 1')).toBe(await findOpaqueAddress(visitor, conversations));
    const links = visitor.page.getAllByRole('link', { name: '4' });
    expect(links).toHaveLength(15);
    expect(defined(links[0]).getAttribute('href')).toBe(
      await findOpaqueAddress(visitor, '/phone/participants/%2B260970000001'),
    );
    expect(visitor.html).not.toContain('never-shown-token');
    await visitor.open(conversations);
    expect(
      defined(visitor.page.getAllByRole('link', { name: '+260970000001' })[0]).getAttribute('href'),
    ).toBe(
      await findOpaqueAddress(visitor, `/phone/chat/${encodeURIComponent('c1/+260970000000')}`),
    );
  });

  it('counts the conversations once in a session, also for two requests at once', async () => {
    firestore.delay = 50;
    await Promise.all([visitor.request('/conversations'), visitor.request('/conversations')]);
    await openLoaded();
    await openLoaded();
    const lists = firestore.queries.filter((path) => path.includes('study-conversations/+'));
    expect(lists).toHaveLength(30);
    expect(host.to('phone/list')).toHaveLength(1);
    // Another session counts for itself.
    const other = await signedIn(panel);
    host.on('phone/list', () => envelope(phones.slice(0, 3)));
    await openLoaded(other);
    expect(other.page.getByText('1–3 of 3')).toBeTruthy();
    await openLoaded();
    expect(visitor.page.getByText('1–30 of 30')).toBeTruthy();
  });

  it('counts the conversations again after 3600 seconds, and not before', async () => {
    await openLoaded();
    const age = (seconds: number) =>
      onStore('update saved_conversations set loaded_at = ?', Date.now() - seconds * 1000);
    firestore.queries.length = 0;
    await age(3_570);
    await openLoaded();
    expect(firestore.queries).toEqual([]);
    await age(3_600);
    await openLoaded();
    expect(firestore.queries.length).toBeGreaterThan(30);
  });

  it('loses its saved counts with the session, and at the next sign-in after one hour', async () => {
    const saved = async () => (await onStore('select session_id from saved_conversations')).length;
    await onStore('delete from saved_conversations');
    const other = await signedIn(panel);
    await openLoaded(other);
    await openLoaded();
    expect(await saved()).toBe(2);
    await visitor.open('/profile');
    await visitor.press('Sign out everywhere else');
    expect(await saved()).toBe(1);
    await onStore('update saved_conversations set loaded_at = ?', Date.now() - 3_600_000);
    await signedIn(panel);
    expect(await saved()).toBe(0);
  });

  it('counts the conversations again after the saved data is cleared', async () => {
    await openLoaded();
    firestore.queries.length = 0;
    await visitor.press('Clear saved data and load again');
    expect(visitor.html).toContain('The saved data for conversatiosn has been cleared!');
    await openLoaded();
    expect(firestore.queries.length).toBeGreaterThan(30);
  });

  it('shows a phone whose conversations cannot be counted as failed, and counts those of the other phones', async () => {
    firestore.failing = defined(phones[4]).phone_number;
    await openLoaded();
    expect(getCells('Phone 5').slice(1, 4)).toEqual(['Failed', 'Failed', 'Failed']);
    expect(getCells('Phone 6').slice(1, 4)).toEqual(['0', '0', '0']);
    expect(visitor.page.getByText(/1 phone could\s+not be counted/)).toBeTruthy();
    await expect
      .poll(() => panel.output())
      .toContain('the messages of a phone could not be counted');
    expect(panel.output()).not.toContain(defined(phones[4]).phone_number);
  });

  if (everyCase)
    it('saves nothing if Firestore fails halfway, and counts again soon afterwards', async () => {
      // Phones 11 to 30.
      firestore.failing = /\+2609700000[12]/;
      await openLoaded();
      expect(alert()).toContain('Could not show information');
      firestore.failing = '';
      await pause(10_500);
      await openLoaded();
      expect(visitor.page.getByText('1–30 of 30')).toBeTruthy();
      expect(visitor.html).not.toContain('Failed');
    });

  it('exports the rows that it shows', async () => {
    host.on('downloadJson', (call, response) => void response.end(hostFile(call)));
    await openLoaded();
    await visitor.open('/conversations');
    const file = await exportFull(visitor, `/conversations${chosen}`);
    const rows = host.to('downloadJson').flatMap(sentRows);
    expect(rows).toHaveLength(30);
    expect(readCsv(await file.text())[1]).toEqual(Object.values(defined(rows[0])));
    expect(rows[0]).toEqual({
      Name: 'Phone 1',
      Conversations: '1',
      'Sent Messages': '3',
      'Received Messages': '2',
      Participants: '4',
    });
  });

  it.each([
    ['the person signs out', () => visitor.request('/logout', { method: 'POST' })],
    [
      'its page says that it was left',
      () => {
        const address = `/conversations/progress?watcher=${watcherOnPage()}`;
        return visitor.request(address, { method: 'POST' });
      },
    ],
  ])('stops counting when %s', async (_, leave) => {
    firestore.delay = 300;
    await visitor.open('/conversations');
    await pause(500);
    const answer = await leave();
    expect(answer.status).toBeLessThan(400);
    await pause(400);
    const queryCount = firestore.queries.length;
    await pause(1_200);
    // Queries that were under way may still arrive.
    expect(firestore.queries.length).toBeLessThanOrEqual(queryCount + 8);
    expect(queryCount).toBeLessThan(30);
  });

  if (everyCase)
    it('goes on counting while one of two pages is open, and stops soon after no page requests the progress any more', async () => {
      host.on('phone/list', () => envelope(manyPhones));
      firestore.delay = 1_000;
      await visitor.open('/conversations');
      const left = watcherOnPage();
      await visitor.open('/conversations');
      await visitor.request(`/conversations/progress?watcher=${left}`, { method: 'POST' });
      await pause(1_500);
      const asking = await visitor.request(`/conversations/progress?watcher=${watcherOnPage()}`);
      expect(await asking.json()).toMatchObject({ total: manyPhones.length });
      await pause(17_500);
      const queryCount = firestore.queries.length;
      await pause(2_500);
      expect(firestore.queries.length).toBe(queryCount);
      expect(queryCount).toBeLessThan(manyPhones.length);
    });
});

describe('Firestore', () => {
  const screens = [
    ['/discussions', 'Dicussions could not be loaded'],
    ['/last-seen', 'Could not show information'],
    ['/phone/conversations/%2B260970000001', 'Could not show information'],
    ['/phone/chat/c1', 'Could not show information'],
    ['/phone/chat/c1/transcript', 'Could not show information'],
    ['/discussion/chat/d1', 'Could not show information'],
    ['/discussion/edit/d1', 'Could not show information'],
  ] as const;

  async function expectErrors(address: string) {
    const down = await panelOn(address, SHORT_LIMIT_MS);
    try {
      visitor = await signedIn(down);
      // The first page waits for the library to load as well.
      await visitor.open('/last-seen');
      const expectError = async ([path, message]: (typeof screens)[number]) => {
        const person = new Visitor(down.url, visitor);
        const start = Date.now();
        await person.open(path);
        expect(Date.now() - start).toBeLessThan(SHORT_LIMIT_MS + SLACK_MS);
        expect(person.status).toBe(200);
        const alerts = person.page.getAllByRole('alert').map(({ textContent }) => textContent);
        expect(alerts.join()).toContain(message);
        if (!path.includes('edit')) expect(person.html).toContain('Could not show information');
      };
      // Each screen waits for the whole time limit, so the test opens all of them at the same time.
      await Promise.all(screens.map(expectError));
      host.on('phone/list', () => envelope(phones));
      const start = Date.now();
      do {
        await visitor.open('/conversations');
        await new Promise((resolve) => setTimeout(resolve, 200));
      } while (visitor.document.querySelector('meta[http-equiv=refresh]'));
      expect(Date.now() - start).toBeLessThan(4 * SHORT_LIMIT_MS + SLACK_MS);
      expect(alert()).toContain('Could not show information');
      await visitor.open('/phones');
      expect(visitor.page.getByText('1–5 of 30')).toBeTruthy();
      await expect.poll(() => down.output()).toContain('the cloud store could not be used');
      expect(down.output()).not.toContain('+260970000001');
      await expect
        .poll(() => host.to('log/update').map(({ fields }) => fields.udescription))
        .toContain('Viewed Discussions');
    } finally {
      await down.stop();
    }
  }

  it('that is down: its screens show an error, the log has the reason, and the other screens work', async () => {
    await expectErrors(`127.0.0.1:${await findFreePort()}`);
  });

  if (everyCase)
    it('that never answers: its screens show an error within the time limit, and the other screens work', async () => {
      const silent = await openSilentPort();
      await expectErrors(silent.address).finally(silent.stop);
    });

  it('that refuses a save: the form keeps what was typed', async () => {
    // After a failure, Firestore's client waits a second or two before it sends again.
    await write(paths.discussion('d1'), discussion);
    await visitor.open('/discussion/edit/d1');
    // The emulator prints the error with which it answers.
    const printed = vi.spyOn(console, 'error').mockImplementation(() => undefined);
    firestore.refusing = true;
    await visitor.press('Save', { Name: 'Typed' });
    expect(visitor.status).toBe(400);
    expect(alert()).toContain('An error occured when Updating discussion. Please try again');
    expect(visitor.page.getByLabelText(/Name/)).toHaveProperty('value', 'Typed');
    expect(await read(paths.discussion('d1'))).toEqual(discussion);
    printed.mockRestore();
    firestore.refusing = false;
    await visitor.press('Save');
    expect(visitor.page.getByRole('status').textContent).toContain(
      'The discussion has been successfully updated!',
    );
  });
});
