import { describe, expect, it } from 'vitest';
import { DocumentError } from '../../../app/lib/core/messenger/document-store';
import { readRange } from '../../../app/lib/core/messenger/long-collection.server';
import { getMessengerPaths } from '../../../app/lib/core/messenger/paths';
import { firestoreTestStore, sqlTestStore, type TestStore } from './stores';

const paths = getMessengerPaths('study');
const chat = paths.messages('c1');

/** Returns the time of the n-th message. With three messages a minute, some share the same time. */
const getMoment = (n: number, aMinute = 3) =>
  new Date(Date.UTC(2026, 0, 1, 8, Math.floor(n / aMinute)));
const getId = (n: number) => `m-${String(n).padStart(5, '0')}`;

async function writeChat({ write }: TestStore, count: number, aMinute = 3) {
  const numbers = Array.from({ length: count }, (_, n) => n);
  for (let start = 0; start < count; start += 200)
    await Promise.all(
      numbers.slice(start, start + 200).map((n) =>
        write(chat, getId(n), {
          createdAt: getMoment(n, aMinute),
          text: `${n}`,
          sender: n % 4 ? 'a' : 'b',
        }),
      ),
    );
}

describe.each([
  ['the embedded store', sqlTestStore, 3],
  // Unlike Firestore, the emulator does not reverse the order of documents with the same time.
  ['Firestore', firestoreTestStore, 1],
])('%s', (_, open, aMinute) => {
  it('has nothing in a collection that nobody has written to', async () => {
    const { store } = await open();
    expect(await store.list(chat, { limit: 10 })).toEqual([]);
    expect(await store.list(chat, { limit: 10, order: 'ascending' })).toEqual([]);
    expect(await store.count(chat)).toBe(0);
    expect(await store.get(`${chat}/x`)).toBeUndefined();
  });

  it('refuses to change a document that does not exist, and creates none', async () => {
    const { store } = await open();
    await expect(store.update(`${chat}/x`, { text: 'new' }, '1')).rejects.toEqual(
      new DocumentError('missing'),
    );
    expect(await store.get(`${chat}/x`)).toBeUndefined();
  });

  it('refuses to change a document that has changed since it was read', async () => {
    const { store, write } = await open();
    await write(chat, 'x', { text: 'old', state: 1 });
    const before = await store.get(`${chat}/x`);
    // Firestore tells versions apart by their time.
    await new Promise((resolve) => setTimeout(resolve, 5));
    await write(chat, 'x', { text: 'another', state: 1 });
    await expect(
      store.update(`${chat}/x`, { text: 'mine' }, before?.version ?? ''),
    ).rejects.toEqual(new DocumentError('changed'));
    expect((await store.get(`${chat}/x`))?.fields).toEqual({ text: 'another', state: 1 });
  });

  it('changes the named fields and leaves all other fields as they are', async () => {
    const { store, write } = await open();
    const fields = {
      createdAt: getMoment(1),
      text: 'old',
      state: 1,
      author: { firstName: 'Ann', color: '#fff' },
      tags: ['a', 2, null],
      seen: null,
    };
    await write(chat, 'x', fields);
    await write(chat, 'y', fields);
    const before = await store.get(`${chat}/x`);
    await store.update(`${chat}/x`, { text: 'new', state: 2 }, before?.version ?? '');
    const after = await store.get(`${chat}/x`);
    expect(after?.fields).toEqual({ ...fields, text: 'new', state: 2 });
    expect((await store.get(`${chat}/y`))?.fields).toEqual(fields);
  });

  it('finds documents by a field, and deletes only the named one', async () => {
    const { store, write } = await open();
    await write(chat, 'x', { sender: '+260', text: 'mine' });
    await write(chat, 'y', { sender: '+2601', text: '+260' });
    const find = async (field: string) =>
      (await store.find(chat, field, '+260', 10)).map(({ id }) => id);
    expect(await find('sender')).toEqual(['x']);
    expect(await find('text')).toEqual(['y']);
    await store.remove(`${chat}/nothing`);
    await store.remove(`${chat}/x`);
    expect(await find('sender')).toEqual([]);
    expect(await store.count(chat)).toBe(1);
  });

  it('returns documents at several paths in their order, and ids without fields', async () => {
    const { store, write } = await open();
    const other = paths.messages('c2');
    expect(await store.getMany([])).toEqual([]);
    expect(await store.getMany([`${chat}/x`])).toEqual([undefined]);
    expect(await store.listIds(chat, 10)).toEqual([]);
    await write(chat, 'x', { text: 'one' });
    await write(chat, 'y', { text: 'two' });
    await write(other, 'z', { text: 'three' });
    const asked = [`${other}/z`, `${chat}/z`, `${chat}/x`, `${other}/x`, `${chat}/x`];
    const found = await store.getMany(asked);
    expect(found.map((one) => one?.fields.text)).toEqual([
      ...['three', undefined, 'one', undefined, 'one'],
    ]);
    expect(found[2]).toEqual(await store.get(`${chat}/x`));
    expect(await store.listIds(chat, 10)).toEqual(['x', 'y']);
    expect(await store.listIds(chat, 1)).toHaveLength(1);
  });

  it('returns every kind of value as it was written', async () => {
    const { store, write } = await open();
    const fields = {
      text: 'é🙂',
      number: 1.5,
      flag: false,
      none: null,
      nested: { at: getMoment(2) },
    };
    await write(chat, 'x', fields);
    expect(await store.get(`${chat}/x`)).toMatchObject({ id: 'x', fields });
  });

  it('lists by time in both directions, from a given time, up to a given number', async () => {
    const opened = await open();
    await writeChat(opened, 12);
    const ids = async (options: Parameters<typeof opened.store.list>[1]) =>
      (await opened.store.list(chat, options)).map(({ id }) => id);
    expect(await ids({ order: 'ascending', limit: 4 })).toEqual([0, 1, 2, 3].map(getId));
    expect((await ids({ order: 'descending', limit: 3 })).sort()).toEqual([9, 10, 11].map(getId));
    expect(await ids({ order: 'ascending', from: getMoment(6), limit: 4 })).toEqual(
      [6, 7, 8, 9].map(getId),
    );
    expect(await ids({ limit: 100 })).toHaveLength(12);
  });

  it('omits documents without a time from ordered lists and their counts, but not from others', async () => {
    const opened = await open();
    await writeChat(opened, 3);
    await opened.write(chat, 'no-time', { text: 'when?' });
    await opened.write(chat, 'text-time', { createdAt: '2026-01-01', text: 'when?' });
    expect(await opened.store.list(chat, { order: 'ascending', limit: 10 })).toHaveLength(3);
    expect(await opened.store.list(chat, { order: 'descending', limit: 10 })).toHaveLength(3);
    expect(await opened.store.count(chat, { ordered: true })).toBe(3);
    expect(await opened.store.list(chat, { limit: 10 })).toHaveLength(5);
    expect(await opened.store.count(chat)).toBe(5);
  });

  it('counts the documents with a value in a field, and those before a moment', async () => {
    const opened = await open();
    await writeChat(opened, 12);
    await opened.write(chat, 'odd', { sender: 7 });
    expect(await opened.store.count(chat, { field: 'sender', equals: 'b' })).toBe(3);
    expect(await opened.store.count(chat, { field: 'sender', equals: '7' })).toBe(0);
    expect(await opened.store.count(chat, { ordered: true, before: getMoment(6) })).toBe(6);
  });

  it('keeps one collection apart from another', async () => {
    const { store, write } = await open();
    await write(paths.messages('c1'), 'x', { text: 'one' });
    await write(paths.messages('c2'), 'x', { text: 'two' });
    expect(
      (await store.list(paths.messages('c2'), { limit: 9 })).map((d) => d.fields.text),
    ).toEqual(['two']);
  });

  it('finds any stretch of a long collection without reading it whole', async () => {
    const opened = await open();
    await writeChat(opened, 1_300, aMinute);
    let read = 0;
    const counting = {
      ...opened.store,
      async list(...call: Parameters<typeof opened.store.list>) {
        const documents = await opened.store.list(...call);
        read += documents.length;
        return documents;
      },
    };
    for (const start of [0, 500, 501, 650, 788, 1_290, 1_299]) {
      read = 0;
      const range = { start, size: 10, total: 1_300 };
      const found = await readRange(counting, chat, range);
      const expected = Array.from({ length: Math.min(10, 1_300 - start) }, (_, n) =>
        getId(start + n),
      );
      expect(found.map(({ id }) => id)).toEqual(expected);
      expect(read).toBeLessThanOrEqual(512);
    }
    expect(await readRange(counting, chat, { start: 1_300, size: 10, total: 1_300 })).toEqual([]);
  });
});

// The emulator of Firestore cannot query nested fields.
it('the embedded store finds documents by a nested field', async () => {
  const { store, write } = await sqlTestStore();
  await write(chat, 'x', { author: { id: '+260' } });
  await write(chat, 'y', { author: { id: '+2601' }, text: '+260' });
  await write(chat, 'z', { author: null, sender: '+260' });
  const found = await store.find(chat, 'author.id', '+260', 10);
  expect(found.map(({ id }) => id)).toEqual(['x']);
});
