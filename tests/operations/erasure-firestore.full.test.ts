import { Timestamp } from 'firebase-admin/firestore';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { getMessengerPaths } from '../../app/lib/core/messenger/paths';
import { startFirestore, type TestFirestore } from '../support/firestore';
import { addMarkedDocuments, addMarkedPerson, marked } from '../support/marked-person';
import { makePanels } from '../support/reopened-panel';
import { findTraces } from '../support/traces';
import type { Visitor } from '../support/visitor';

const paths = getMessengerPaths('study');
const REASON = 'Request of 3 May';
const OTHERS = ['+260970000001', '+260970000002'] as const;
const { studyNumber, phone, name, message, postBefore, conversation, file } = marked;
const inMessenger = [phone, name, message, postBefore, conversation, file];
const { post, discussionText, ...stored } = marked;
const getText = ({ document }: Visitor) => document.querySelector('main')?.textContent ?? '';

let firestore: TestFirestore;

beforeAll(async () => {
  firestore = await startFirestore();
});
afterAll(() => firestore.stop());

const add = (collection: string, id: string, fields: object) =>
  firestore.db.doc(`${collection}/${id}`).set({ ...fields });

/** Adds other people's documents, which an erasure must leave, and those of the participant. */
async function addDocuments(): Promise<void> {
  const at = Timestamp.fromMillis(1_770_000_000_000);
  for (const other of OTHERS) await add(paths.users, other, { name: `Owner of ${other}` });
  await add(paths.discussions, 'd1', { title: 'Discussion', createdAt: at });
  await add(paths.posts('d1'), 'p-other', { text: 'stays', author: { id: OTHERS[0] } });
  await add(paths.conversations(OTHERS[0]), OTHERS[1], { id: 'c-other', message: 'hello' });
  await add(paths.messages('c-other'), 'm1', { text: 'hello', sender: OTHERS[1], createdAt: at });
  await addMarkedDocuments(OTHERS, 'd1', add);
}

it('an erasure leaves nothing in Firestore, and is completed after Firestore has failed', async () => {
  const { dataDir, open } = makePanels();
  const { panel, visitor } = await open({
    FIREBASE_PROJECT_ID: firestore.project,
    FIRESTORE_EMULATOR_HOST: firestore.address,
    METADATA_SERVER_DETECTION: 'none',
  });
  const id = await addMarkedPerson(visitor, dataDir, addDocuments);
  for (const value of inMessenger)
    expect([value, firestore.dump().includes(value)]).toEqual([value, true]);

  // The emulator prints the errors with which it answers.
  const printed = vi.spyOn(console, 'error').mockImplementation(() => undefined);
  firestore.failing = paths.users;
  await visitor.open(`/participant/erase/${id}`);
  expect(visitor.status).toBe(503);
  expect(getText(visitor)).toContain('Nothing was erased. The messenger did not answer.');
  firestore.failing = '';
  await visitor.open(`/participant/erase/${id}`);
  expect(
    visitor.page.getByRole('row', { name: /^Conversations of the messenger/ }).textContent,
  ).toBe('Conversations of the messenger2');
  firestore.refusing = true;
  await visitor.press('Erase for good', { Reason: REASON });
  expect(getText(visitor)).toContain('The erasure is not completed.');
  expect(firestore.dump()).toContain(message);
  await visitor.press('Try again now');
  expect(visitor.status).toBe(503);
  firestore.refusing = false;
  printed.mockRestore();

  await visitor.open('/audit/erasures');
  const link = visitor.page.getByRole('link', { name: /^[\w-]{22}$/ });
  await visitor.follow(link.textContent ?? '');
  await visitor.press('Try again now');
  expect(getText(visitor)).toContain('The participant was erased on');
  for (const value of [...inMessenger, studyNumber])
    expect([value, firestore.dump().includes(value)]).toEqual([value, false]);
  for (const value of [...OTHERS, 'p-other', 'stays', 'c-other', 'hello'])
    expect([value, firestore.dump().includes(value)]).toEqual([value, true]);
  for (const value of Object.values(stored)) expect(panel.output()).not.toContain(value);
  await panel.stop();
  expect(await findTraces(dataDir, Object.values(stored))).toEqual([]);
});
