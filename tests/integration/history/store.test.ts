import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { PlannedChange } from 'backend/history/append-changes';
import { signHistory } from 'backend/history/chain';
import { countChanges, eraseHistory } from 'backend/history/erase';
import { findIdentity, type HistoryStore, readIdentity } from 'backend/history/identities';
import {
  completePending,
  listPending,
  storePending,
  withdrawPending,
} from 'backend/history/pending';
import { readHistory } from 'backend/history/read-history';
import { resealIdentities } from 'backend/history/reseal-identities';
import { verifyHistory } from 'backend/history/verify';
import { sql } from 'kysely';
import { describe, expect, it, onTestFinished } from 'vitest';
import { migrations } from '../../../backend/db/migrations';
import type { StudyTables } from '../../../backend/db/study-tables';
import { openDatabase, openOnSqlite, STUDY_FILE } from '../../../shared/db/connect';
import { migrateToLatest } from '../../../shared/db/migrate';
import { readSqlite } from '../../../shared/db/sqlite-file';
import { defined } from '../../../shared/defined';
import { dropDatabase, emptyDatabase, getDatabaseUrl } from '../../support/database';
import { getKeys, testKeys } from '../../support/keys';

const phone = { entity: 'phone', recordId: '260970000001' };
const rename: PlannedChange = {
  ...phone,
  username: 'ann',
  action: 'Update',
  fields: [
    { field: 'phone_name', before: 'Mutale', after: 'Chanda' },
    { field: 'phone_status', before: '1', after: '2' },
  ],
  requestId: 'request-1',
};

async function openStore(): Promise<HistoryStore> {
  const db = await emptyDatabase<StudyTables>();
  onTestFinished(() => db.destroy());
  await migrateToLatest(db, migrations);
  return { db, ring: testKeys.ring };
}

/**
 * Opens a history that two processes use. Both write to one database; on SQLite, the verifying process only reads the
 * file.
 */
async function openSharedStore(): Promise<{ writer: HistoryStore; reader: HistoryStore }> {
  const dataDir = await mkdtemp(path.join(tmpdir(), 'history-'));
  onTestFinished(() => rm(dataDir, { recursive: true }));
  const url = await getDatabaseUrl(dataDir);
  if (url) {
    onTestFinished(() => dropDatabase(dataDir));
    return { writer: await openPanelTables({ url }), reader: await openPanelTables({ url }) };
  }
  const file = path.join(dataDir, STUDY_FILE);
  const writer = await openPanelTables({ file });
  const db = openOnSqlite<StudyTables>(readSqlite(file));
  onTestFinished(() => db.destroy());
  return { writer, reader: { db, ring: testKeys.ring } };
}

async function openPanelTables(
  location: { url: string } | { file: string },
): Promise<HistoryStore> {
  const db = await openDatabase<StudyTables>(
    'url' in location ? { ...location, schema: 'study' } : location,
  );
  onTestFinished(() => db.destroy());
  await migrateToLatest(db, migrations);
  return { db, ring: testKeys.ring };
}

async function make(store: HistoryStore, change = rename): Promise<string> {
  const pending = await storePending(store, change, 'here');
  await completePending(store, pending, 'made');
  return pending.id;
}

const nothingLost = { lost: 0 };
const entry = {
  username: 'ann',
  title: 'History',
  action: 'Delete',
  description: 'Erased 1 change',
} as const;

const getErrors = async (store: HistoryStore) => (await verifyHistory(store)).errors;

/** Returns all that the tables of the history hold, as text. */
async function dump({ db }: HistoryStore): Promise<string> {
  const tables = ['record_identity', 'pending_change', 'record_change', 'history_head'] as const;
  return JSON.stringify(
    await Promise.all(tables.map((table) => db.selectFrom(table).selectAll().execute())),
  );
}

it('a change that was refused leaves nothing', async () => {
  const store = await openStore();
  const { id } = await storePending(store, rename, 'here');
  await withdrawPending(store, id);
  expect(await readHistory(store, phone)).toEqual([]);
  expect((await listPending(store)).changes).toEqual([]);
});

it('a change that is being made is pending, and not in the history', async () => {
  const store = await openStore();
  await storePending(store, rename, 'here');
  expect(await readHistory(store, phone)).toEqual([]);
  expect((await listPending(store)).changes).toMatchObject([{ owner: 'here', change: rename }]);
});

it('a change has its values, its user and its request', async () => {
  const store = await openStore();
  const id = await make(store);
  expect(await readHistory(store, phone)).toMatchObject([
    { id, ...phone, username: 'ann', action: 'Update', outcome: 'made', fields: rename.fields },
  ]);
  const row = await store.db.selectFrom('record_change').selectAll().executeTakeFirstOrThrow();
  expect(row.request_id).toBe('request-1');
  expect((await listPending(store)).changes).toEqual([]);
});

it('completing a change again adds no second one', async () => {
  const store = await openStore();
  const pending = await storePending(store, rename, 'here');
  await completePending(store, pending, 'made');
  await completePending(store, pending, 'made');
  await completePending(store, pending, 'unknown');
  expect(await readHistory(store, phone)).toHaveLength(1);
});

it('a change recorded with an unknown outcome is added again once its outcome is known', async () => {
  const store = await openStore();
  const pending = await storePending(store, rename, 'here');
  await completePending(store, pending, 'unknown');
  await completePending(store, pending, 'made');
  const outcomes = (await readHistory(store, phone)).map(({ outcome }) => outcome);
  expect(outcomes).toEqual(['unknown', 'made']);
  expect(await getErrors(store)).toEqual([]);
});

it('concurrent changes follow one another in the chain', async () => {
  const store = await openStore();
  await Promise.all(Array.from({ length: 20 }, () => make(store)));
  expect(await readHistory(store, phone)).toHaveLength(20);
  expect(await verifyHistory(store)).toEqual({ changes: 20, ...nothingLost, errors: [] });
});

it('signing the head again loses no change that is appended meanwhile', async () => {
  const store = await openStore();
  const sign = async () => {
    for (let n = 0; n < 20; n++) await signHistory(store, { acknowledge: true });
  };
  await Promise.all([sign(), ...Array.from({ length: 20 }, () => make(store))]);
  await make(store);
  expect(await verifyHistory(store)).toEqual({ changes: 21, ...nothingLost, errors: [] });
});

it('neither numbers nor names are stored as text, pending or not', async () => {
  const store = await openStore();
  await make(store);
  await storePending(store, rename, 'here');
  const text = await dump(store);
  for (const value of ['260970000001', 'Mutale', 'Chanda']) expect(text).not.toContain(value);
});

describe('erasing the history of a record', () => {
  it('is refused without a history, with a wrong number of changes, and while a change is pending', async () => {
    const store = await openStore();
    expect(await countChanges(store, phone)).toBeUndefined();
    await expect(eraseHistory(store, phone, { changes: 0, entry })).rejects.toThrow(
      'has 0 changes',
    );
    await make(store);
    await expect(eraseHistory(store, phone, { changes: 2, entry })).rejects.toThrow(
      'The history has 1 changes, not 2.',
    );
    await storePending(store, rename, 'here');
    await expect(eraseHistory(store, phone, { changes: 1, entry })).rejects.toThrow(
      'A change of this record is not in its history yet',
    );
    expect(await readHistory(store, phone)).toMatchObject([{ fields: rename.fields }]);
    expect(await store.db.selectFrom('audit_intent').selectAll().execute()).toEqual([]);
  });

  it('is refused while a change of another version may be of the record', async () => {
    const store = await openStore();
    await make(store);
    await storePending(store, { ...rename, action: 'Merge' } as unknown as PlannedChange, 'here');
    await expect(eraseHistory(store, phone, { changes: 1, entry })).rejects.toThrow(
      'another version of the panel',
    );
    expect(await readHistory(store, phone)).toMatchObject([{ fields: rename.fields }]);
  });

  it('makes its identifying values unreadable, and the chain still verifies', async () => {
    const store = await openStore();
    await make(store);
    await make(store, { ...rename, recordId: '260970000002' });
    expect(await eraseHistory(store, phone, { changes: 1, entry })).toBe(true);
    expect(await readHistory(store, phone)).toMatchObject([
      {
        fields: [
          { field: 'phone_name', before: null, after: null, isErased: true },
          { field: 'phone_status', before: '1', after: '2', isErased: false },
        ],
      },
    ]);
    expect(await readHistory(store, { ...phone, recordId: '260970000002' })).toMatchObject([
      { fields: rename.fields },
    ]);
    expect(await verifyHistory(store)).toEqual({ changes: 2, ...nothingLost, errors: [] });
    expect(await store.db.selectFrom('audit_intent').selectAll().execute()).toMatchObject([
      { ...entry, state: 'due', owner: '' },
    ]);
  });

  it('happens once, and again only after further changes', async () => {
    const store = await openStore();
    await make(store);
    expect(await eraseHistory(store, phone, { changes: 1, entry })).toBe(true);
    expect(await eraseHistory(store, phone, { changes: 1, entry })).toBe(false);
    expect(await countChanges(store, phone)).toEqual({ changes: 1, notErased: 0 });
    await make(store);
    expect(await countChanges(store, phone)).toEqual({ changes: 2, notErased: 1 });
    const [former, later] = await readHistory(store, phone);
    expect(former?.fields[0]).toMatchObject({ isErased: true });
    expect(later?.fields[0]).toMatchObject({ after: 'Chanda', isErased: false });
    expect(await eraseHistory(store, phone, { changes: 2, entry })).toBe(true);
    expect(await store.db.selectFrom('audit_intent').selectAll().execute()).toHaveLength(2);
  });

  it('remains after a rotation of the panel key', async () => {
    const store = await openStore();
    await make(store);
    await eraseHistory(store, phone, { changes: 1, entry });
    const ring = getKeys('a-new-panel-key-of-32-characters-!', ...testKeys.ring.secrets).ring;
    const rotated = { db: store.db, ring };
    await signHistory(rotated);
    expect(await resealIdentities(rotated)).toMatchObject({ count: 1 });
    expect(await countChanges(rotated, phone)).toEqual({ changes: 1, notErased: 0 });
    expect(await getErrors(rotated)).toEqual([]);
  });
});

it('the verification detects a deleted identity, and the changes of that identity belong to no record', async () => {
  const store = await openStore();
  await make(store);
  const { id } = defined(await findIdentity(store, phone));
  await store.db.deleteFrom('record_identity').execute();
  expect(await readHistory(store, phone)).toEqual([]);
  expect(await verifyHistory(store)).toEqual({
    ...{ changes: 1, lost: 0 },
    errors: ['The identity of the record of change 1 was removed.'],
  });
  // A record of the same number gets another identity, which does not open the earlier values.
  await make(store);
  expect(defined(await findIdentity(store, phone)).id).not.toBe(id);
});

it('after a rotation, values of the earlier key can be read, and the new key replaces it', async () => {
  const store = await openStore();
  await make(store);
  const rotated = {
    db: store.db,
    ring: getKeys('a-new-panel-key-of-32-characters-!', 'x'.repeat(40)).ring,
  };
  const both = {
    db: store.db,
    ring: getKeys('a-new-panel-key-of-32-characters-!', ...testKeys.ring.secrets).ring,
  };
  // A process without the key of the head must not continue the history.
  await expect(make(rotated)).rejects.toThrow('which this process does not have');
  expect(await readHistory(both, phone)).toHaveLength(1);
  await signHistory(both);
  expect(await resealIdentities(both)).toEqual({ count: 1, lost: new Set() });
  expect(await resealIdentities(both)).toEqual({ count: 0, lost: new Set() });
  await make(both);
  // Now the earlier key is not needed any more.
  const alone = { db: store.db, ring: getKeys('a-new-panel-key-of-32-characters-!').ring };
  expect(await readHistory(alone, phone)).toHaveLength(2);
  expect(await getErrors(alone)).toEqual([]);
});

it('a key that is erased while a rotation encrypts identities anew stays erased', async () => {
  const store = await openStore();
  for (let n = 0; n < 50; n++) await make(store, { ...rename, recordId: `2609700001${n}` });
  const last = await store.db
    .selectFrom('record_identity')
    .select('id')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirstOrThrow();
  const erased = {
    entity: 'phone',
    recordId: defined(await readIdentity(store, last.id)).recordId,
  };
  const ring = getKeys('a-new-panel-key-of-32-characters-!', ...testKeys.ring.secrets).ring;
  const rotated = { db: store.db, ring };
  await signHistory(rotated);
  await Promise.all([
    resealIdentities(rotated),
    eraseHistory(rotated, erased, { changes: 1, entry }),
  ]);
  expect(await countChanges(rotated, erased)).toEqual({ changes: 1, notErased: 0 });
  expect((await readHistory(rotated, erased))[0]?.fields[0]).toMatchObject({ isErased: true });
  expect(await getErrors(rotated)).toEqual([]);
});

it('without the key, only values that identify nobody can be read', async () => {
  const store = await openStore();
  await make(store);
  const lost = { db: store.db, ring: getKeys('y'.repeat(40)).ring };
  expect(await readHistory(lost, phone)).toEqual([]);
  expect(await dump(lost)).toContain('phone_status');
  expect((await getErrors(lost)).join()).toMatch(
    /is signed with the key .+, which is not available/,
  );
  await signHistory(lost, { acknowledge: true });
  expect(await resealIdentities(lost)).toEqual({ count: 0, lost: new Set(['phone']) });
  expect(await verifyHistory(lost)).toEqual({ changes: 1, lost: 1, errors: [] });
  await make(lost);
  expect(await readHistory(lost, phone)).toHaveLength(1);
});

const columns = [
  ['seq', 'seq + 100'],
  ['id', "'AAAAAAAAAAAAAAAAAAAAAA'"],
  ['at', 'at + 1'],
  ['record', "'AAAAAAAAAAAAAAAAAAAAAA'"],
  ['entity', "'country'"],
  ['username', "'eve'"],
  ['action', "'Add'"],
  ['request_id', 'null'],
  ['fields', "'[]'"],
  ['undoes', "'AAAAAAAAAAAAAAAAAAAAAA'"],
  ['outcome', "'unknown'"],
  ['digest', "'0'"],
] as const;
it.each(columns)('the verification detects an altered %s in any row', async (column, value) => {
  const store = await openStore();
  for (let n = 0; n < 3; n++) await make(store);
  for (const seq of [1, 2, 3]) {
    const before = await store.db
      .selectFrom('record_change')
      .selectAll()
      .where('seq', '=', seq)
      .executeTakeFirstOrThrow();
    await sql`update record_change set ${sql.ref(column)} = ${sql.raw(value)} where seq = ${seq}`.execute(
      store.db,
    );
    expect(await getErrors(store), `row ${seq}`).not.toEqual([]);
    await store.db
      .deleteFrom('record_change')
      .where('seq', 'in', [seq, seq + 100])
      .execute();
    await store.db.insertInto('record_change').values(before).execute();
    expect(await getErrors(store)).toEqual([]);
  }
});

it('the verification names a head with another digest than the last change', async () => {
  const store = await openStore();
  await make(store);
  await sql`update history_head set last_digest = 'x'`.execute(store.db);
  expect(await getErrors(store)).toContain(
    'The head of the chain has another digest of change 1 than the change itself.',
  );
});

it('the verification returns the first 20 errors, whatever their number', async () => {
  const store = await openStore();
  for (let n = 0; n < 25; n++) await make(store);
  await sql`update record_change set username = 'eve'`.execute(store.db);
  expect(await getErrors(store)).toHaveLength(20);
});

it.each([
  'delete from record_change where seq = 1',
  'delete from record_change where seq = 3',
  'delete from record_change',
  'delete from history_head',
  "insert into history_head (id, last_seq, last_digest) values (2, 3, 'x')",
  'update history_head set last_seq = 2',
  'update history_head set signature = null, key = null',
  "update history_head set signature = 'x'",
  'delete from record_identity',
  "update record_identity set digest = 'x'",
  'update record_identity set digest = null',
  "update record_identity set entity = 'country'",
  "update record_identity set sealed = 'eA=='",
])('the verification detects: %s', async (statement) => {
  const store = await openStore();
  for (let n = 0; n < 3; n++) await make(store);
  await sql.raw(statement).execute(store.db);
  expect(await getErrors(store)).not.toEqual([]);
});

it('the verification finds no error while another process adds changes', async () => {
  const { writer, reader } = await openSharedStore();
  await make(writer);
  let isVerified = false;
  const writing = (async () => {
    while (!isVerified) await make(writer);
  })();
  try {
    for (let n = 0; n < 40; n++) expect(await getErrors(reader)).toEqual([]);
  } finally {
    isVerified = true;
    await writing;
  }
});

it('the verification still detects a forged head after further changes', async () => {
  const store = await openStore();
  await make(store);
  await make(store);
  await sql`delete from record_change where seq = 2`.execute(store.db);
  const row = await store.db.selectFrom('record_change').selectAll().executeTakeFirstOrThrow();
  await store.db
    .updateTable('history_head')
    .set({ last_seq: 1, last_digest: row.digest })
    .execute();
  await make(store);
  expect((await getErrors(store)).join()).toContain('without a valid signature');
  await signHistory(store, { acknowledge: true });
  expect(await getErrors(store)).toEqual([]);
});
