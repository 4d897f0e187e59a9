import { setImmediate } from 'node:timers/promises';
import { type RawBuilder, sql } from 'kysely';
import { getDialect } from 'shared/db/dialect-of';
import { byName, type SqlRow, type SqlValue } from 'shared/db/types';
import { KEY_VERSION } from 'shared/list/text-key';
import { toText } from 'shared/list/to-text';
import { computeTextKeys, type KeyedTable, type KeyedTables, TEXT_KEYS } from '../db/text-keys';
import type { Database } from '../db/types';
import { digest } from './lookups';

/** The setting that stores by which rules the keys were computed, and how far. */
const SETTING = 'text_keys';
/** The name of the lock of the host that fills the keys. */
const LOCK = 'text keys';
/** The number of rows of one transaction. Other requests run in between. */
const BATCH = 500;

/** The state of the keys. While they are being filled, the table and the key of the last row that is done. */
interface Progress {
  rules: string;
  table?: string;
  last?: SqlValue;
}

/** Adds the column for keys to the tables that lack it. The next `fillTextKeys` then fills all of them. */
export async function addKeyColumns(db: Database, tables: KeyedTables): Promise<void> {
  const present = new Set(
    (await db.introspection.getTables())
      .filter(({ columns }) => columns.some(({ name }) => name === TEXT_KEYS))
      .map(({ name }) => name),
  );
  const lacking = [...tables.keys()].filter((name) => !present.has(name));
  if (lacking.length === 0) return;
  await db.transaction().execute(async (transaction) => {
    for (const name of lacking)
      await transaction.schema.alterTable(name).addColumn(TEXT_KEYS, 'jsonb').execute();
    await transaction.deleteFrom('host_setting').where('name', '=', SETTING).execute();
  });
}

/**
 * Computes the keys of all texts, except in logs, unless the stored ones were computed by the same rules. Continues where an earlier
 * call was interrupted, and does nothing while another host fills the keys of the same database. Stops between two
 * batches when `signal` is aborted.
 */
export async function fillTextKeys(
  db: Database,
  tables: KeyedTables,
  locale: string,
  signal?: AbortSignal,
): Promise<void> {
  const rules = `${KEY_VERSION} ${locale} ${process.versions.unicode} ${digest(JSON.stringify([...tables]))}`;
  await getDialect(db).whileFree(db, LOCK, async () => {
    const stored = await readProgress(db);
    const isContinued = stored?.rules === rules;
    if (isContinued && stored.table === undefined) return;
    const names = Array.from(tables).flatMap(([name, { appendOnly }]) =>
      appendOnly ? [] : [name],
    );
    const first = isContinued ? names.indexOf(stored.table ?? '') : 0;
    let last = isContinued ? stored.last : undefined;
    for (const name of names.slice(first)) {
      do {
        if (signal?.aborted) return;
        last = await fillBatch(db, { rules, table: name, last }, tables.get(name), locale);
        await setImmediate();
      } while (last !== undefined);
    }
    await storeProgress(db, { rules });
  });
}

/** Fills keys in the background, and reports a failure to `onFailure`. The next start then continues. */
export function startFillingKeys(
  db: Database,
  tables: KeyedTables,
  locale: string,
  onFailure: (error: unknown) => void,
) {
  const stopping = new AbortController();
  const filled = fillTextKeys(db, tables, locale, stopping.signal).catch(onFailure);
  return {
    /** Resolves when the keys are filled, or could not be. */
    filled,
    async stop(): Promise<void> {
      stopping.abort();
      await filled;
    },
  };
}

/**
 * Fills the next rows of a table in the order of its key, and stores the progress in the same transaction. Returns the
 * key of the last row, or undefined when no rows remain.
 */
function fillBatch(
  db: Database,
  { rules, table: name, last }: Progress & { table: string },
  keyed: KeyedTable | undefined,
  locale: string,
): Promise<SqlValue | undefined> {
  const { key, texts } = keyed ?? { key: '', texts: [] };
  return db.transaction().execute(async (transaction) => {
    const dialect = getDialect(transaction);
    const rows: SqlRow[] = await byName(transaction)
      .selectFrom(name)
      .select([key, ...texts, TEXT_KEYS])
      .$if(last !== undefined, (query) => query.where(key, '>', last ?? null))
      .orderBy(key)
      .limit(BATCH)
      // Nobody changes a text between the reading and the writing of its key.
      .$if(!dialect.oneWriter, (query) => query.forUpdate())
      .execute();
    if (rows.length === 0) return undefined;
    const changed = rows.flatMap((row) => {
      const written = new Map(texts.map((text) => [text, row[text]]));
      const keys = computeTextKeys(written, locale);
      return isSame(row[TEXT_KEYS], keys) ? [] : [[row[key], keys]];
    });
    if (changed.length > 0) {
      const value = (index: number): RawBuilder<SqlValue> => sql`v.value ->> ${sql.lit(index)}`;
      await sql`update ${sql.table(name)} set ${sql.ref(TEXT_KEYS)} = ${dialect.toJson(value(1))}
        from ${dialect.elements(JSON.stringify(changed))} as v
        where ${sql.ref(`${name}.${key}`)} = cast(${value(0)} as bigint)`.execute(transaction);
    }
    const next = rows.length < BATCH ? undefined : rows.at(-1)?.[key];
    await storeProgress(transaction, { rules, table: name, last: rows.at(-1)?.[key] });
    return next;
  });
}

/** Returns whether two JSON objects of texts are the same. PostgreSQL returns the stored one as an object. */
function isSame(stored: unknown, computed: string | null): boolean {
  const read = (json: unknown): Record<string, unknown> => JSON.parse(toText(json) || '{}');
  const [one, other] = [read(stored), read(computed)];
  const names = Object.keys(other);
  return (
    Object.keys(one).length === names.length && names.every((name) => one[name] === other[name])
  );
}

async function readProgress(db: Database): Promise<Progress | undefined> {
  const stored = await db
    .selectFrom('host_setting')
    .select('value')
    .where('name', '=', SETTING)
    .executeTakeFirst();
  return stored && JSON.parse(stored.value);
}

async function storeProgress(db: Database, progress: Progress): Promise<void> {
  const value = JSON.stringify(progress);
  await db
    .insertInto('host_setting')
    .values({ name: SETTING, value })
    .onConflict((conflict) => conflict.column('name').doUpdateSet({ value }))
    .execute();
}
