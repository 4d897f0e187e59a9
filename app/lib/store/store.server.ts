import path from 'node:path';
import { onSqlite, openSqlite, type SqliteHandle } from 'backend/db/connect';
import { dialectOf } from 'backend/db/dialect-of';
import { makeDataFolder } from 'backend/db/lock';
import { migrateToLatest } from 'backend/db/migrate';
import { openPostgres } from 'backend/db/postgres';
import type { Kysely } from 'kysely';
import type { QueryConfig, QueryResult } from 'pg';
import { config } from '../config.server';
import { oncePerProcess } from '../process.server';
import { databaseLost } from './database-lost.server';
import { storeMigrations } from './migrations';

/** The panel's own store: what it keeps besides the study's data. */
export interface StoreTables {
  /** Written by rate-limiter-flexible; `expire` is in milliseconds since the epoch. */
  throttle: { key: string; points: number; expire: number | null };
  session: {
    token_hash: string;
    username: string;
    /** The session's content as JSON. */
    data: string;
    /** Milliseconds since the epoch, like `seen_at`. */
    created_at: number;
    seen_at: number;
    /** Names the session on its owner's profile. */
    public_id: string | null;
    user_id: string | null;
    /** Browser and system, coarsely. */
    device: string | null;
    /** When the host last said that the user is active; 0 asks again at the next request. */
    checked_at: number | null;
  };
  /** Forms that are being saved or have been: see lib/form/once.server.ts. */
  submission: {
    username: string;
    token: string;
    created_at: number;
    /** Where the save led; null while it is under way. */
    location: string | null;
  };
  /** What was typed into a form that was posted too late: see lib/auth/kept-forms.server.ts. */
  kept_form: {
    username: string;
    path_hash: string;
    /** Encrypted. */
    content: string;
    created_at: number;
  };
  /** Files that were checked and wait for their import: see lib/import/pending.server.ts. */
  pending_import: {
    token: string;
    username: string;
    /** The list's path, without the slash. */
    list: string;
    /** The file and its name, encrypted; null once it has been imported. */
    content: string | null;
    /** What the check or the import found, as JSON, encrypted: reasons may name people. */
    report: string;
    created_at: number;
  };
  /** The embedded cloud store: see lib/cloud/sql.server.ts. */
  document: {
    collection: string;
    id: string;
    /** The fields as JSON, moments tagged. */
    data: string;
    /** The field that long collections are ordered by, in milliseconds; null when it is no moment. */
    order_key: number | null;
    /** Counts the changes. */
    version: number;
  };
  /** What all instances must have in common: see lib/auth/secret.server.ts. */
  shared_setting: {
    name: string;
    value: string;
  };
  /** The conversation summary of a session: see lib/cloud/conversations/saved.server.ts. */
  saved_conversations: {
    session_id: string;
    data: string;
    loaded_at: number;
  };
}

/** The store, and the same database for rate-limiter-flexible, which knows no Kysely. */
export type PanelStore = { db: Kysely<StoreTables> } & (
  | { query: (query: QueryConfig) => Promise<QueryResult> }
  | { sqlite: SqliteHandle }
);

export async function panelStore(): Promise<Kysely<StoreTables>> {
  return (await openPanelStore()).db;
}

export function openPanelStore(): Promise<PanelStore> {
  return oncePerProcess('panel store', async () => {
    const store = config.DATABASE_URL
      ? await openPostgres<StoreTables>({
          url: config.DATABASE_URL,
          schema: 'panel',
          onLost: databaseLost,
        })
      : openFile();
    const { db } = store;
    await dialectOf(db).alone(db, () => migrateToLatest(db, storeMigrations));
    return store;
  });
}

function openFile(): PanelStore {
  makeDataFolder(path.resolve(config.DATA_DIR));
  const sqlite = openSqlite(path.join(config.DATA_DIR, 'panel.sqlite'));
  return { db: onSqlite<StoreTables>(sqlite), sqlite };
}
