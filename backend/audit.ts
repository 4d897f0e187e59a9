import { z } from 'zod';
import type { Database } from './db/connect';
import { done, type Envelope } from './envelope';
import { entryText, LONG_TEXT, SHORT_TEXT } from './fields';
import { readRecord } from './lists';
import { auditJournal, loginJournal, logJournal } from './nouns/journals';
import type { Table } from './nouns/table';
import type { FormFields } from './requests';

interface Journal {
  table: Table;
  /** The parameters of its `update`, and the longest text each keeps. */
  parameters: Readonly<Record<string, number>>;
}

/** The three lists that are only ever added to. */
export const journals: readonly Journal[] = [
  {
    table: auditJournal,
    parameters: {
      username: SHORT_TEXT,
      title: SHORT_TEXT,
      action: SHORT_TEXT,
      description: LONG_TEXT,
    },
  },
  { table: loginJournal, parameters: { username: SHORT_TEXT, source: SHORT_TEXT } },
  {
    table: logJournal,
    parameters: {
      username: SHORT_TEXT,
      title: SHORT_TEXT,
      action: SHORT_TEXT,
      description: LONG_TEXT,
      exception: LONG_TEXT,
    },
  },
];

/** Makes the answer to a journal's `update`, which adds an entry dated `now` (local time). */
export function appenderOf({ table, parameters }: Journal) {
  const schema = z.object(
    Object.fromEntries(
      Object.entries(parameters).map(([name, max]) => [`u${name}`, entryText(max)]),
    ),
  );
  return async (db: Database, fields: FormFields, now: string): Promise<Envelope> => {
    const entry = schema.parse(fields);
    const values = Object.keys(parameters).map((name) => [
      `${table.noun}_${name}`,
      entry[`u${name}`],
    ]);
    const added = await db
      .insertInto(table.table)
      .values({ ...Object.fromEntries(values), [`${table.noun}_date`]: now })
      .returning(table.key)
      .executeTakeFirstOrThrow();
    const row = await readRecord(db, table, String(added[table.key]));
    return done(row ? [row] : []);
  };
}
