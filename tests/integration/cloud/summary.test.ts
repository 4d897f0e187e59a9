import { describe, expect, it } from 'vitest';
import { FAILED, summarizePhones } from '../../../app/lib/core/messenger/conversations/run.server';
import type {
  DocumentListOptions,
  DocumentStore,
} from '../../../app/lib/core/messenger/document-store';
import { getMessengerPaths } from '../../../app/lib/core/messenger/paths';
import { defined } from '../../../shared/defined';
import { sqlTestStore, type TestStore } from './stores';

const paths = getMessengerPaths('study');
const phones = Array.from({ length: 40 }, (_, n) => ({ phone_number: `+26000${n}` }));

/** Fills a store: phone n has n modulo 4 conversations, each with 3 sent and 2 received messages. */
async function filledStore(): Promise<TestStore> {
  const opened = await sqlTestStore();
  for (const [n, { phone_number }] of phones.entries()) {
    for (let c = 0; c < n % 4; c++) {
      const id = `c-${n}-${c}`;
      await opened.write(paths.conversations(phone_number), `other-${c}`, { id });
      for (let m = 0; m < 5; m++)
        await opened.write(paths.messages(id), `m${m}`, {
          sender: m < 3 ? phone_number : 'somebody',
        });
    }
  }
  return opened;
}

function run(store: DocumentStore, signal = new AbortController().signal) {
  const progress: number[] = [];
  const failures: unknown[] = [];
  const result = summarizePhones({
    store,
    paths,
    signal,
    phones,
    onProgress: (done) => progress.push(done),
    onFailure: (error) => failures.push(error),
  });
  return { result, progress, failures };
}

describe('the summary of conversations', () => {
  it('shows a phone that fails as failed, and counts the rest', async () => {
    const { store } = await filledStore();
    const { result, failures } = run({
      ...store,
      count: (collection, where) =>
        collection === paths.messages('c-6-1')
          ? Promise.reject(new Error('no permission'))
          : store.count(collection, where),
    });
    const { rows, failed } = await result;
    expect(failed).toBe(1);
    expect(failures).toEqual([new Error('no permission')]);
    expect(rows[6]).toEqual({
      phone_number: '+260006',
      conversations: FAILED,
      sent: FAILED,
      received: FAILED,
      unanswered: FAILED,
      waiting_since: null,
    });
    expect(rows[7]).toMatchObject({ conversations: 3, sent: 9, received: 6 });
  });

  it('sends no further queries for a phone that has failed, however many were planned', async () => {
    const { store, write } = await filledStore();
    const long = defined(phones[8]).phone_number;
    for (let c = 0; c < 100; c++)
      await write(paths.conversations(long), `other-${c}`, { id: `long-${c}` });
    let asked = 0;
    const { result } = run({
      ...store,
      async count(collection, where) {
        if (!collection.includes('long-')) return store.count(collection, where);
        asked += 1;
        await new Promise((resolve) => setTimeout(resolve, 10));
        throw new Error('too late');
      },
    });
    expect((await result).failed).toBe(1);
    expect(asked).toBeLessThanOrEqual(8);
  });

  it.each([
    ['from the start', 0],
    ['half-way', 20],
  ])('stops querying a store that is down %s, and returns no partial summary', async (_, first) => {
    const { store } = await filledStore();
    let asked = 0;
    const whileUp = async <T>(ask: () => Promise<T>) => {
      asked += 1;
      if (asked > first) throw new Error('no answer');
      return ask();
    };
    const { result, failures } = run({
      ...store,
      list: (...call) => whileUp(() => store.list(...call)),
      count: (...call) => whileUp(() => store.count(...call)),
    });
    await expect(result).rejects.toThrow('the cloud store is down');
    await new Promise((resolve) => setTimeout(resolve, 20));
    // Each of the phones under way may send its last query for each conversation.
    expect(asked).toBeLessThanOrEqual(first + 32);
    // A phone whose queries are under way may still succeed, which resets the count of consecutive failures.
    expect(failures.length).toBeLessThanOrEqual(16);
  });

  it('counts without reading more than the last message, eight queries at a time, and reports its progress', async () => {
    const { store } = await filledStore();
    const listed = new Map<string, DocumentListOptions>();
    let now = 0;
    let most = 0;
    const bounded = async <T>(work: Promise<T>) => {
      now += 1;
      most = Math.max(most, now);
      await new Promise((resolve) => setTimeout(resolve, 1));
      now -= 1;
      return work;
    };
    const { result, progress } = run({
      ...store,
      list(collection, options) {
        listed.set(collection, options);
        return bounded(store.list(collection, options));
      },
      count: (collection, where) => bounded(store.count(collection, where)),
    });
    const { rows } = await result;
    expect(rows[5]).toMatchObject({ conversations: 1, sent: 3, received: 2 });
    expect(rows.map(({ conversations }) => conversations)).toEqual(phones.map((_, n) => n % 4));
    for (const [collection, options] of listed)
      if (collection.includes('chats')) expect(options).toEqual({ order: 'descending', limit: 1 });
    expect(most).toBe(8);
    expect(progress).toEqual(phones.map((_, n) => n + 1));
  });

  it('ends when it is cancelled, and sends no further queries', async () => {
    const { store } = await filledStore();
    const cancel = new AbortController();
    let asked = 0;
    const { result } = run(
      {
        ...store,
        async list(collection, options) {
          asked += 1;
          if (asked === 10) cancel.abort();
          return store.list(collection, options);
        },
      },
      cancel.signal,
    );
    await expect(result).rejects.toThrow(/abort/i);
    await new Promise((resolve) => setTimeout(resolve, 20));
    expect(asked).toBeLessThanOrEqual(10);
  });

  describe('of unanswered conversations', () => {
    const at = (day: number) => new Date(Date.UTC(2026, 1, day, 8));
    const asking = defined(phones[0]).phone_number;
    const staff = '+260999';

    /** Writes a conversation of the first phone with messages of these senders, one a day from a day on. */
    async function converse({ write }: TestStore, id: string, from: number, senders: string[]) {
      for (const [phone, other] of [
        [asking, staff],
        [staff, asking],
      ] as const)
        await write(paths.conversations(phone), `${other}-${id}`, { id });
      for (const [n, sender] of senders.entries())
        await write(paths.messages(id), `m${n}`, { sender, createdAt: at(from + n) });
    }

    const find = async ({ store }: TestStore, phone_status: number) => {
      const options = { signal: new AbortController().signal, onProgress() {}, onFailure() {} };
      const rows = [
        { phone_number: asking, phone_status },
        { phone_number: staff, phone_status: 2 },
      ];
      const result = await summarizePhones({ store, paths, phones: rows, ...options });
      return result.rows.map(({ unanswered, waiting_since }) => [unanswered, waiting_since]);
    };

    it('has those whose last message is from the participant, and since when', async () => {
      const opened = await sqlTestStore();
      await converse(opened, 'u-late', 10, [staff, asking]);
      await converse(opened, 'u-early', 3, [asking, staff, asking]);
      await converse(opened, 'u-answered', 1, [asking, staff]);
      await converse(opened, 'u-silent', 1, [staff]);
      expect(await find(opened, 3)).toEqual([
        [2, at(5).toISOString()],
        [null, null],
      ]);
      // The phones of moderators do not wait either.
      expect(await find(opened, 4)).toEqual([
        [null, null],
        [null, null],
      ]);
      await opened.write(paths.messages('u-early'), 'answer', { sender: staff, createdAt: at(20) });
      expect(await find(opened, 1)).toEqual([
        [1, at(11).toISOString()],
        [null, null],
      ]);
    });

    it('has those whose messages have no time, if nobody has answered', async () => {
      const opened = await sqlTestStore();
      for (const [id, senders] of [
        ['u-untimed', [asking]],
        ['u-mixed', [asking, staff]],
      ] as const) {
        await opened.write(paths.conversations(asking), id, { id });
        for (const [n, sender] of senders.entries())
          await opened.write(paths.messages(id), `m${n}`, { sender, createdAt: 'yesterday' });
      }
      expect(await find(opened, 3)).toEqual([
        [1, null],
        [null, null],
      ]);
    });

    it('reads only the last messages of conversations that have changed', async () => {
      const opened = await sqlTestStore();
      await converse(opened, 'u-known', 1, [staff, asking]);
      await converse(opened, 'u-new', 1, [staff, asking]);
      await find(opened, 3);
      await opened.write(paths.messages('u-new'), 'more', { sender: asking, createdAt: at(20) });
      const read: string[] = [];
      const { store } = opened;
      const list: DocumentStore['list'] = (collection, options) => {
        if (collection.includes('chats')) read.push(collection);
        return store.list(collection, options);
      };
      await find({ ...opened, store: { ...store, list } }, 3);
      expect(read).toEqual([paths.messages('u-new')]);
    });
  });

  it('counts a conversation without an id as one without messages', async () => {
    const { store, write } = await sqlTestStore();
    await write(paths.conversations('+260000'), 'other', { name: 'Ann' });
    await write(paths.conversations('+260000'), 'another', { id: 'a/b' });
    const { rows } = await run(store).result;
    expect(rows[0]).toMatchObject({ conversations: 2, sent: 0, received: 0 });
  });
});
