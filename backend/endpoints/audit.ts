import { setTimeout } from 'node:timers/promises';
import type { Chain } from 'shared/chain/chain';
import { getDialect } from 'shared/db/dialect-of';
import type { SqlRow } from 'shared/db/types';
import { LONG_TEXT, SHORT_TEXT } from 'shared/entities/fields';
import { z } from 'zod';
import { appendEntries, auditLogChain, errorLogChain, signInLogChain } from '../audit/chain';
import type { Change } from '../audit/change';
import { transact } from '../db/transaction';
import type { Database } from '../db/types';
import { auditLog } from '../entities/audit-log';
import { errorLog } from '../entities/error-log';
import { signInLog } from '../entities/sign-in-log';
import type { Table } from '../entities/table';
import { done, type Envelope } from '../wire/envelope';
import { entryText } from '../wire/fields';
import type { FormFields } from '../wire/requests';
import { findSavedRecord, storeSaveKey } from './saved-once';

/** The time that an entry waits for other entries, which are then written in the same transaction. */
const GROUP_MILLISECONDS = 50;

interface EntryLog {
  table: Table;
  chain: Chain;
  /** The parameters of its `update`, each with the maximum number of characters that are stored. */
  parameters: Readonly<Record<string, number>>;
}

/** The logs, whose entries are added and never changed or deleted. */
export const logs: readonly EntryLog[] = [
  {
    table: auditLog,
    chain: auditLogChain,
    parameters: {
      username: SHORT_TEXT,
      title: SHORT_TEXT,
      action: SHORT_TEXT,
      description: LONG_TEXT,
    },
  },
  {
    table: signInLog,
    chain: signInLogChain,
    parameters: { username: SHORT_TEXT, source: SHORT_TEXT },
  },
  {
    table: errorLog,
    chain: errorLogChain,
    parameters: {
      username: SHORT_TEXT,
      title: SHORT_TEXT,
      action: SHORT_TEXT,
      description: LONG_TEXT,
      exception: LONG_TEXT,
    },
  },
];

/**
 * Creates the function that answers the `update` of a log by adding an entry. Requests with the same
 * idempotency key add one entry.
 */
export function buildAppender({ table, chain, parameters }: EntryLog) {
  const schema = z.object(
    Object.fromEntries(
      Object.entries(parameters).map(([name, max]) => [`u${name}`, entryText(max)]),
    ),
  );
  const append = makeGroupedAppend(chain);
  return async ({ db, now, key }: Change, fields: FormFields): Promise<Envelope> => {
    const entry = schema.parse(fields);
    const values = Object.keys(parameters).map((name) => [
      `${table.wireName}_${name}`,
      entry[`u${name}`],
    ]);
    const row = { ...Object.fromEntries(values), [`${table.wireName}_date`]: now };
    const id = key
      ? await appendWithKey(db, chain, row, `${table.wireName} ${key}`)
      : await append(db, row);
    return done([{ [table.key]: id, ...row }]);
  };
}

/** Adds an entry unless one was already added for this key. Returns the id of the entry. */
function appendWithKey(db: Database, chain: Chain, row: SqlRow, key: string) {
  return transact(db, async (transaction) => {
    await getDialect(transaction).lockTable(transaction, 'chain_head');
    const before = await findSavedRecord(transaction, key);
    if (before) return Number(before);
    const id = await appendEntries(transaction, chain, [row]);
    await storeSaveKey(transaction, key, id);
    return id;
  });
}

/**
 * Creates the function that adds an entry and returns its id. Entries that arrive within a short time share one
 * transaction, so that the disk is synced once for all of them.
 */
function makeGroupedAppend(chain: Chain) {
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
    const position = rows.push(row);
    return (await lastId) - rows.length + position;
  };
}
