import { randomBytes } from 'node:crypto';
import { appendChanges } from 'backend/history/append-changes';
import type { HistoryStore } from 'backend/history/identities';
import { completePending, storePending } from 'backend/history/pending';
import { readHistory } from 'backend/history/read-history';
import { verifyHistory } from 'backend/history/verify';
import { expect, it, onTestFinished } from 'vitest';
import { readImportedChange } from '../../../app/lib/core/host/imported-change';
import { migrations } from '../../../backend/db/migrations';
import type { StudyTables } from '../../../backend/db/study-tables';
import type { StoredChange } from '../../../backend/import/stored-changes';
import { migrateToLatest } from '../../../shared/db/migrate';
import { defined } from '../../../shared/defined';
import { emptyDatabase } from '../../support/database';
import { testKeys } from '../../support/keys';

async function openStore(): Promise<HistoryStore> {
  const db = await emptyDatabase<StudyTables>();
  onTestFinished(() => db.destroy());
  await migrateToLatest(db, migrations);
  return { db, ring: testKeys.ring };
}

type Values = Record<string, string | number | null>;

/** Returns a change as an import stores it. */
function stored(entity: string, recordId: string, before: Values | null, after: Values) {
  return {
    ...{ n: 1, change_id: randomBytes(16).toString('base64url'), entity, record_id: recordId },
    before_change: before && JSON.stringify(before),
    after_change: JSON.stringify(after),
    ...{ username: 'admin', at: 1_000, request_id: 'request-1', job_id: null },
  } satisfies StoredChange;
}

const renamePhone = (number: string, before: string, after: string) =>
  defined(
    readImportedChange(
      stored('phone', number, { phone_number: number, phone_name: before }, { phone_name: after }),
    ),
  );

it('a change of an entity that no longer exists is left out', () => {
  expect(readImportedChange(stored('planet', '1', null, { planet_name: 'Mars' }))).toBeUndefined();
});

it('a change that only writes the same value in another form is left out', () => {
  const change = stored('color', '1', { color_name: 'Red', color_code: null }, { color_code: '' });
  expect(readImportedChange(change)).toBeUndefined();
});

it('fields that the entity does not declare are left out, because a remote host may send secrets', () => {
  const change = stored('user', '1', null, { user_username: 'ann', user_password: 'secret' });
  expect(readImportedChange(change)?.fields).toEqual([
    { field: 'user_username', before: null, after: 'ann' },
  ]);
});

it('the change of an added record has all of its values, each once, as forms have them', () => {
  const values = { color_id: 4, color_name: 'Red', color_code: '#f00', color_status: 1 };
  const change = readImportedChange(stored('color', '4', null, { ...values, c_status: 'Active' }));
  expect(change).toMatchObject({
    ...{ entity: 'color', recordId: '4', action: 'Add', username: 'admin', at: 1_000 },
    requestId: 'request-1',
  });
  expect(change?.fields).toEqual([
    { field: 'color_name', before: null, after: 'Red' },
    { field: 'color_code', before: null, after: '#f00' },
    { field: 'c_status', before: null, after: '1' },
    { field: 'color_id', before: null, after: '4' },
  ]);
});

it('the change of an existing record has only the changed fields', () => {
  const before = { color_name: 'Red', color_code: '#f00', color_status: 1, c_status: 'Active' };
  const change = stored('color', '4', before, { color_status: 2, c_status: 'Disabled' });
  expect(readImportedChange(change)?.fields).toEqual([
    { field: 'c_status', before: '1', after: '2' },
  ]);
});

it('changes are added once, in their order, and the chain verifies', async () => {
  const store = await openStore();
  const changes = [
    renamePhone('260970000001', 'Mutale', 'Chanda'),
    renamePhone('260970000002', 'Bwalya', 'Mulenga'),
    renamePhone('260970000001', 'Chanda', 'Tembo'),
  ];
  await appendChanges(store, changes.slice(0, 2));
  // Adds all again, as after an interruption, by two panels at the same time.
  await Promise.all([appendChanges(store, changes), appendChanges(store, changes)]);
  const history = await readHistory(store, { entity: 'phone', recordId: '260970000001' });
  expect(history).toMatchObject([
    {
      ...{ action: 'Update', username: 'admin', at: 1_000, outcome: 'made' },
      fields: [{ field: 'phone_name', before: 'Mutale', after: 'Chanda' }],
    },
    { fields: [{ before: 'Chanda', after: 'Tembo' }] },
  ]);
  const rows = await store.db.selectFrom('record_change').select('request_id').execute();
  expect(rows.map((row) => row.request_id)).toEqual(Array(3).fill('request-1'));
  expect(await verifyHistory(store)).toMatchObject({ changes: 3, errors: [] });
});

it('names and numbers are encrypted with the key of their record', async () => {
  const store = await openStore();
  await appendChanges(store, [renamePhone('260970000001', 'Mutale', 'Chanda')]);
  const text = JSON.stringify([
    await store.db.selectFrom('record_change').selectAll().execute(),
    await store.db.selectFrom('record_identity').selectAll().execute(),
  ]);
  for (const value of ['260970000001', 'Mutale', 'Chanda']) expect(text).not.toContain(value);
});

it('a record with an earlier history keeps its identity', async () => {
  const store = await openStore();
  const phone = { entity: 'phone', recordId: '260970000001' };
  const saved = {
    ...{ ...phone, username: 'ann', action: 'Update' as const },
    fields: [{ field: 'phone_status', before: '1', after: '2' }],
  };
  await completePending(store, await storePending(store, saved, 'here'), 'made');
  await appendChanges(store, [renamePhone(phone.recordId, 'Mutale', 'Chanda')]);
  expect(await readHistory(store, phone)).toHaveLength(2);
  expect(await store.db.selectFrom('record_identity').select('id').execute()).toHaveLength(1);
});
