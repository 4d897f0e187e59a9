import type { KyselyPlugin } from 'kysely';
import { expect, it } from 'vitest';
import type { Database } from '../../../backend/db/types';
import { erasePerson } from '../../../backend/erasure/erase-person';
import { readPersonRows } from '../../../backend/erasure/person-tables';
import { startHost } from '../../support/start-host';

const PHONE = '+260977005001';
const OTHER_PHONE = '+260977005002';
const person = { participantId: '', studyNumber: 'ERASED-5001', phones: [PHONE], names: [] };

/** Stores messages to a phone. */
async function fill(db: Database, phone: string, count: number): Promise<void> {
  for (let start = 0; start < count; start += 500)
    await db
      .insertInto('sms_history')
      .values(
        Array.from({ length: Math.min(500, count - start) }, () => ({ sms_history_number: phone })),
      )
      .execute();
}

/** Erases the person, who has this number of messages. Returns the number of statements. */
async function countStatements(db: Database, count: number): Promise<number> {
  await fill(db, PHONE, count);
  let statements = 0;
  const counting: KyselyPlugin = {
    transformQuery: ({ node }) => {
      statements += 1;
      return node;
    },
    transformResult: async ({ result }) => result,
  };
  await erasePerson(db.withPlugin(counting), person, { uploads: [], filesDir: '' });
  return statements;
}

it('an erasure deletes thousands of records of a table with one statement, and those of nobody else', async () => {
  const { db } = await startHost();
  await fill(db, OTHER_PHONE, 2);
  const statements = await countStatements(db, 1);
  expect(await countStatements(db, 5_000)).toBe(statements);
  expect(await countStatements(db, 5_001)).toBe(statements + 1);
  const rest = await db.selectFrom('sms_history').select('sms_history_number').execute();
  expect(rest.map((row) => row.sms_history_number)).toEqual([OTHER_PHONE, OTHER_PHONE]);
});

it('the report of a person has all records, however many there are', async () => {
  const { db } = await startHost();
  await fill(db, PHONE, 33_000);
  const [found] = await readPersonRows(db, person);
  expect(new Set(found?.rows.map(({ id }) => id)).size).toBe(33_000);
});
