import { setTimeout } from 'node:timers/promises';
import { z } from 'zod';
import { appendEntries, auditChain, type ChainedTable, logChain, loginChain } from './chain';
import type { Database, SqlRow } from './db/types';
import { done, type Envelope } from './envelope';
import { entryText, LONG_TEXT, SHORT_TEXT } from './fields';
import { auditJournal, loginJournal, logJournal } from './nouns/journals';
import type { Table } from './nouns/table';
import type { FormFields } from './requests';

/** How long an entry waits for others to be written with. */
const GROUP_MILLISECONDS = 50;

interface Journal {
  table: Table;
  chain: ChainedTable;
  /** The parameters of its `update`, and the longest text each keeps. */
  parameters: Readonly<Record<string, number>>;
}

/** The three lists that are only ever added to. */
export const journals: readonly Journal[] = [
  {
    table: auditJournal,
    chain: auditChain,
    parameters: {
      username: SHORT_TEXT,
      title: SHORT_TEXT,
      action: SHORT_TEXT,
      description: LONG_TEXT,
    },
  },
  {
    table: loginJournal,
    chain: loginChain,
    parameters: { username: SHORT_TEXT, source: SHORT_TEXT },
  },
  {
    table: logJournal,
    chain: logChain,
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
export function appenderOf({ table, chain, parameters }: Journal) {
  const schema = z.object(
    Object.fromEntries(
      Object.entries(parameters).map(([name, max]) => [`u${name}`, entryText(max)]),
    ),
  );
  const append = groupedAppend(chain);
  return async (db: Database, fields: FormFields, now: string): Promise<Envelope> => {
    const entry = schema.parse(fields);
    const values = Object.keys(parameters).map((name) => [
      `${table.noun}_${name}`,
      entry[`u${name}`],
    ]);
    const row = { ...Object.fromEntries(values), [`${table.noun}_date`]: now };
    return done([{ [table.key]: await append(db, row), ...row }]);
  };
}

/**
 * Adds entries, those of one moment together: the disk is waited for once. Each is answered with its
 * id when it is written.
 */
function groupedAppend(chain: ChainedTable) {
  let group: { rows: SqlRow[]; lastId: Promise<number> } | undefined;
  const begin = (db: Database) => {
    const rows: SqlRow[] = [];
    const lastId = setTimeout(GROUP_MILLISECONDS).then(() => {
      group = undefined;
      return appendEntries(db, chain, rows);
    });
    return { rows, lastId };
  };
  return async (db: Database, row: SqlRow): Promise<number> => {
    group ??= begin(db);
    const { rows, lastId } = group;
    const place = rows.push(row);
    return (await lastId) - rows.length + place;
  };
}
