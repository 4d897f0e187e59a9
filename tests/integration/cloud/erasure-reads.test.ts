import { describe, expect, it } from 'vitest';
import type { DocumentStore } from '../../../app/lib/core/messenger/document-store';
import { getMessengerPaths } from '../../../app/lib/core/messenger/paths';
import { DOCUMENTS_PER_READ, findDocuments } from '../../../app/lib/erasure/find-documents.server';
import { firestoreTestStore, sqlTestStore } from './stores';

const paths = getMessengerPaths('study');
const PHONES = ['+260979913377', '+260979913378'];
const getPhone = (n: number) => `+26097${String(n).padStart(7, '0')}`;

/** Returns a store that counts its calls by the names of its methods, with the number of paths of each `getMany`. */
function countCalls(store: DocumentStore) {
  const calls: Record<string, number> = {};
  const sizes: number[] = [];
  const counting = new Proxy(store, {
    get(target, name: keyof DocumentStore) {
      calls[name] = (calls[name] ?? 0) + 1;
      if (name !== 'getMany') return target[name];
      return (asked: readonly string[]) => {
        sizes.push(asked.length);
        return target.getMany(asked);
      };
    },
  });
  return { counting, calls, sizes };
}

describe.each([
  ['the embedded store', sqlTestStore, 1_200],
  // Each write of the emulator copies all documents.
  ['Firestore', firestoreTestStore, 30],
])('%s', (_, open, others) => {
  it('an erasure reads the conversations of all users in parts of limited size', async () => {
    const { store, write } = await open();
    const [phone = ''] = PHONES;
    for (let n = 0; n < others; n += 1)
      await write(paths.users, getPhone(n), { name: `Owner ${n}` });
    await write(paths.users, phone, { name: 'Mine' });
    // Only the other phones have copies: the first and the last user, on both sides of the limits of parts.
    for (const n of [0, others - 1])
      await write(paths.conversations(getPhone(n)), phone, { id: `c-${n}`, message: 'hello' });
    await write(paths.messages(`c-${others - 1}`), 'm', { text: 'hello' });
    await write(paths.discussions, 'd', { title: 'Discussion' });
    await write(paths.posts('d'), 'p-mine', { author: { id: phone } });
    await write(paths.posts('d'), 'p-other', { author: { id: getPhone(0) } });

    const { counting, calls, sizes } = countCalls(store);
    const { plan } = await findDocuments(counting, PHONES);
    expect(plan.documents).toEqual([paths.user(phone), paths.post('d', 'p-mine')]);
    expect(plan.conversations.map(({ id, other }) => [id, other])).toEqual([
      ['c-0', getPhone(0)],
      [`c-${others - 1}`, getPhone(others - 1)],
    ]);
    expect(plan.messages).toBe(1);
    const parts = Math.ceil((others + 1) / DOCUMENTS_PER_READ);
    // Users and discussions; for each phone its own conversations and, in two fields, its posts; and for each
    // conversation its messages.
    expect(calls).toEqual({
      ...{ listIds: 2, list: PHONES.length + 2, find: 2 * PHONES.length },
      getMany: parts * PHONES.length,
    });
    expect(Math.max(...sizes)).toBe(Math.min(DOCUMENTS_PER_READ, others + 1));
  });
});
