import { allRows } from 'shared/list/grammar';
import { beforeEach, expect, it } from 'vitest';
import { settleAccesses } from '~/lib/core/access/collect-accesses.server';
import { findRecordsOfAccess } from '~/lib/core/access/find-list.server';
import { writeRanges } from '~/lib/core/access/ranges';
import { readAccessedRecords } from '~/lib/core/access/read-accessed-records.server';
import { readAccesses } from '~/lib/core/access/read-accesses.server';
import { getStore } from '~/lib/core/server/store.server';

/** A number of accesses above SQLite's limit of 32,766 values in one statement. */
const MANY = 33_300;

/** Stores accesses by exports of participants, without parts. Returns the ids of the accesses. */
async function addExports(count: number): Promise<number[]> {
  const db = await getStore();
  const { user_id } = await db
    .insertInto('access_user')
    .values({ user_key: 'limits', username: 'limits' })
    .onConflict((conflict) =>
      conflict.columns(['user_key', 'username']).doUpdateSet({ username: 'limits' }),
    )
    .returning('user_id')
    .executeTakeFirstOrThrow();
  const ids: number[] = [];
  for (let start = 0; start < count; start += 1_000) {
    const added = await db
      .insertInto('access_log')
      .values(
        Array.from({ length: Math.min(1_000, count - start) }, () => ({
          access_date: '2026-11-23 10:00:00',
          access_user_id: user_id,
          access_kind: 'Export',
          access_list: 'participant',
          access_count: 0,
          access_records: '',
        })),
      )
      .returning('access_id')
      .execute();
    ids.push(...added.map(({ access_id }) => access_id));
  }
  return ids;
}

/** Stores parts of these accesses, each with the ids of participants. */
async function addParts(parts: readonly { access_id: number; part: number; refs: number[] }[]) {
  const db = await getStore();
  const { entity_id } = await db
    .insertInto('access_entity')
    .values({ name: 'participant' })
    .onConflict((conflict) => conflict.column('name').doUpdateSet({ name: 'participant' }))
    .returning('entity_id')
    .executeTakeFirstOrThrow();
  const rows = parts.map(({ access_id, part, refs }) => ({
    access_id,
    part,
    entity_id,
    first_ref: Math.min(...refs),
    last_ref: Math.max(...refs),
    refs: writeRanges(refs),
  }));
  for (let start = 0; start < rows.length; start += 1_000)
    await db
      .insertInto('access_part')
      .values(rows.slice(start, start + 1_000))
      .execute();
}

/** Runs the work. Returns its result, and how often other work could run in the meantime. */
async function countTurns<T>(work: () => Promise<T>): Promise<{ result: T; turns: number }> {
  let turns = 0;
  let isDone = false;
  const count = () => {
    if (isDone) return;
    turns += 1;
    setImmediate(count);
  };
  setImmediate(count);
  const result = await work();
  isDone = true;
  return { result, turns };
}

beforeEach(async () => {
  await settleAccesses();
  const db = await getStore();
  for (const table of ['access_log', 'access_posting', 'access_part'] as const)
    await db.deleteFrom(table).execute();
});

it('exports the access log even if it has more exports than a statement can have values', async () => {
  const ids = await addExports(MANY);
  await addParts(ids.map((access_id) => ({ access_id, part: 0, refs: [5] })));
  const { result, turns } = await countTurns(() => readAccesses({}, allRows));
  expect(result.rows).toHaveLength(MANY);
  expect(result.rows.every(({ access_records }) => access_records === 'participant 5')).toBe(true);
  expect(turns).toBeGreaterThan(MANY / 500);
});

it('shortens the records of an access in an export of the log to 4,000 characters', async () => {
  const [access_id = 0] = await addExports(1);
  const refs = (part: number) =>
    Array.from({ length: 500 }, (_, at) => 1_000_001 + part * 1_000 + at * 2);
  await addParts(Array.from({ length: 20 }, (_, part) => ({ access_id, part, refs: refs(part) })));
  const [row] = (await readAccesses({}, allRows)).rows;
  const text = String(row?.access_records);
  expect(text.length).toBeGreaterThan(3_900);
  expect(text.length).toBeLessThan(4_003);
  expect(text).toMatch(/^participant 1000001, 1000003, (\d{7}, )+…$/);
});

it('says how many records of an access a list does not show', async () => {
  const ids = await addExports(3);
  const refs = [
    Array.from({ length: 300 }, (_, at) => 1_001 + at * 2),
    Array.from({ length: 500 }, (_, at) => 1 + at),
    [7, 8],
  ];
  await addParts(ids.map((access_id, at) => ({ access_id, part: 0, refs: refs[at] ?? [] })));
  const db = await getStore();
  for (const [at, access_count] of [300, 1_700, 2].entries())
    await db
      .updateTable('access_log')
      .set({ access_count })
      .where('access_id', '=', ids[at] ?? 0)
      .execute();
  const { rows } = await readAccesses({}, { ...allRows, size: 20 });
  const texts = rows.map(({ access_records }) => access_records).reverse();
  expect(texts[0]).toMatch(/^participant 1001, 1003, (\d{4}, )*\d{4} and 28\d more$/);
  expect(texts.slice(1)).toEqual(['participant 1-500 and 1,200 more', 'participant 7-8']);
});

it('finds who saw a record even if more exports had it than a statement can have values', async () => {
  const ids = await addExports(MANY);
  await addParts(
    ids.map((access_id, at) => ({ access_id, part: 0, refs: at % 100 === 0 ? [3, 9] : [4, 5, 6] })),
  );
  const scope = { record: { entity: 'participant', name: '5' } };
  const { result, turns } = await countTurns(() => readAccesses(scope, { ...allRows, size: 20 }));
  expect(result.total).toBe(MANY - MANY / 100);
  expect(turns).toBeGreaterThan(MANY / 1_000);
});

it('reads the parts of an export step by step, until the list has 50,000 records', async () => {
  const [access_id = 0] = await addExports(1);
  const refs = (part: number) => Array.from({ length: 500 }, (_, at) => 1 + part * 500 + at);
  await addParts(Array.from({ length: 400 }, (_, part) => ({ access_id, part, refs: refs(part) })));
  const list = await findRecordsOfAccess(String(access_id));
  if (!list) throw new Error('the access was not found');
  const page = { ...allRows, page: 3, size: 20 };
  const { result, turns } = await countTurns(() => readAccessedRecords(list, page));
  expect(result.total).toBe(50_000);
  expect(result.note).toContain('The list has the first 50,000 records of this access.');
  expect(result.rows[0]).toMatchObject({ record_no: 41, record_log: 'participant 41' });
  expect(turns).toBeGreaterThan(4);
  expect(turns).toBeLessThan(20);
});
