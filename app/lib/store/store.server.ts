import { mkdirSync } from 'node:fs';
import path from 'node:path';
import { openDatabase } from 'backend/db/connect';
import { migrateToLatest } from 'backend/db/migrate';
import type { Kysely } from 'kysely';
import { config } from '../config.server';
import { oncePerProcess } from '../process.server';
import { storeMigrations } from './migrations';

/** The panel's own store: what it keeps besides the study's data. */
export interface StoreTables {
  session: {
    token_hash: string;
    username: string;
    /** The session's content as JSON. */
    data: string;
    /** Milliseconds since the epoch, like `seen_at`. */
    created_at: number;
    seen_at: number;
  };
  /** Forms that are being saved or have been: see lib/form/once.server.ts. */
  submission: {
    username: string;
    token: string;
    created_at: number;
    /** Where the save led; null while it is under way. */
    location: string | null;
  };
}

export function panelStore(): Promise<Kysely<StoreTables>> {
  return oncePerProcess('panel store', async () => {
    mkdirSync(config.DATA_DIR, { recursive: true, mode: 0o700 });
    const db = openDatabase<StoreTables>(path.join(config.DATA_DIR, 'panel.sqlite'));
    await migrateToLatest(db, storeMigrations);
    return db;
  });
}
