import { adoptImportedChanges } from 'backend/history/adopt-imported-changes';
import { appendChanges } from 'backend/history/append-changes';
import { describeRowChange } from 'backend/history/append-row-changes';
import type { HistoryStore } from 'backend/history/identities';
import { completePending, storePending } from 'backend/history/pending';
import { readHistory } from 'backend/history/read-history';
import { verifyHistory } from 'backend/history/verify';
import type { SqlRow } from 'shared/db/types';
import { findDeclaration } from 'shared/entities';
import { expect, it, onTestFinished } from 'vitest';
import { migrations } from '../../../backend/db/migrations';
import type { StudyTables } from '../../../backend/db/study-tables';
import { migrateToLatest } from '../../../shared/db/migrate';
import { defined } from '../../../shared/defined';
import { emptyDatabase } from '../../support/database';
import { testKeys } from '../../support/keys';
import { listHistory } from '../../support/list-history';

async function openStore(): Promise<HistoryStore> {
  const db = await emptyDatabase<StudyTables>();
  onTestFinished(() => db.destroy());
  await migrateToLatest(db, migrations);
  return { db, ring: testKeys.ring };
}

const origin = { username: 'admin', at: 1_000, requestId: 'request-1' };

/** Returns the change of the history that a change of a row becomes. */
function describeChange(entity: string, before: SqlRow | undefined, after: SqlRow, recordId = '1') {
  return describeRowChange(defined(findDeclaration(entity)), { recordId, before, after }, origin);
}

const renamePhone = (number: string, before: string, after: string) =>
  defined(
    describeChange(
      'phone',
      { phone_number: number, phone_name: before },
      { phone_name: after },
      number,
    ),
  );

/** Adds changes to the history in a transaction. */
function append({ db, ring }: HistoryStore, changes: Parameters<typeof appendChanges>[1]) {
  return db
    .transaction()
    .execute((transaction) => appendChanges({ db: transaction, ring }, changes));
}

it('a change that only writes the same value in another form is left out', () => {
  const change = describeChange(
    'color',
    { color_name: 'Red', color_code: null },
    { color_code: '' },
  );
  expect(change).toBeUndefined();
});

it('fields that the entity does not declare are left out, such as secrets', () => {
  const change = describeChange('user', undefined, {
    user_username: 'ann',
    user_password: 'secret',
  });
  expect(change?.fields).toEqual([{ field: 'user_username', before: null, after: 'ann' }]);
});

it('the change of an added record has all of its values, each once, as forms have them', () => {
  const values = { color_id: 4, color_name: 'Red', color_code: '#f00', color_status: 1 };
  const change = describeChange('color', undefined, { ...values, c_status: 'Active' }, '4');
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
  const change = describeChange('color', before, { color_status: 2, c_status: 'Disabled' });
  expect(change?.fields).toEqual([{ field: 'c_status', before: '1', after: '2' }]);
});

it('changes are added in their order, and the chain verifies', async () => {
  const store = await openStore();
  await append(store, [
    renamePhone('260970000001', 'Mutale', 'Chanda'),
    renamePhone('260970000002', 'Bwalya', 'Mulenga'),
  ]);
  await append(store, [renamePhone('260970000001', 'Chanda', 'Tembo')]);
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
  await append(store, [renamePhone('260970000001', 'Mutale', 'Chanda')]);
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
  await append(store, [renamePhone(phone.recordId, 'Mutale', 'Chanda')]);
  expect(await readHistory(store, phone)).toHaveLength(2);
  expect(await store.db.selectFrom('record_identity').select('id').execute()).toHaveLength(1);
});

it('changes that an earlier version has left are moved to the history once, in their order', async () => {
  const store = await openStore();
  const origin = { username: 'admin', at: 1_000, request_id: 'request-1' };
  const left = (n: number, entity: string, before: SqlRow | null, after: SqlRow) => ({
    ...origin,
    ...{ change_id: `change-${n}`, entity, record_id: '4' },
    before_change: before && JSON.stringify(before),
    after_change: JSON.stringify(after),
  });
  const names = Array.from({ length: 450 }, (_, n) => `Red ${n}`);
  const rows = names.map((color_name, n) =>
    left(n, 'color', n === 0 ? null : { color_name: names[n - 1] ?? null }, { color_name }),
  );
  for (const row of [left(900, 'planet', null, { planet_name: 'Mars' }), ...rows])
    await store.db.insertInto('imported_change').values(row).execute();
  await Promise.all([adoptImportedChanges(store), adoptImportedChanges(store)]);
  const history = await listHistory(store);
  expect(history.map(({ fields }) => fields[0]?.after)).toEqual(names);
  expect(history[0]).toMatchObject({
    ...{ entity: 'color', recordId: '4', action: 'Add', username: 'admin', at: 1_000 },
  });
  expect(history[1]).toMatchObject({ action: 'Update', fields: [{ before: 'Red 0' }] });
  expect(await store.db.selectFrom('imported_change').selectAll().execute()).toEqual([]);
  expect(await verifyHistory(store)).toMatchObject({ changes: names.length, errors: [] });
});
