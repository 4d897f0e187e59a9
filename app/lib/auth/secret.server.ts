import { randomBytes } from 'node:crypto';
import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { makeDataFolder } from 'backend/db/lock';
import { config } from '../config.server';
import { panelStore } from '../store/store.server';

const MIN_CHARACTERS = 32;
const SETTING = 'session-secret';

/**
 * What cookies are signed with: SESSION_SECRET, or a random one made once and kept: in the database that
 * several instances share, or in the data folder, readable by its owner only. Throws one sentence when
 * the kept one is too short.
 */
export async function sessionSecret(): Promise<string> {
  if (config.SESSION_SECRET) return config.SESSION_SECRET;
  return config.DATABASE_URL ? secretInDatabase() : secretInFolder();
}

/** The first instance that asks makes it. */
async function secretInDatabase(): Promise<string> {
  const db = await panelStore();
  await db
    .insertInto('shared_setting')
    .values({ name: SETTING, value: randomSecret() })
    .onConflict((conflict) => conflict.column('name').doNothing())
    .execute();
  const kept = await db
    .selectFrom('shared_setting')
    .select('value')
    .where('name', '=', SETTING)
    .executeTakeFirstOrThrow();
  return kept.value;
}

function secretInFolder(): string {
  makeDataFolder(path.resolve(config.DATA_DIR));
  const file = path.join(config.DATA_DIR, 'session-secret');
  if (!existsSync(file)) makeSecret(file);
  const secret = readFileSync(file, 'utf8');
  if (secret.trim().length < MIN_CHARACTERS)
    throw new Error(
      `The session secret in ${file} has fewer than ${MIN_CHARACTERS} characters: delete the file, and a new one is made.`,
    );
  return secret;
}

/** The file is there only once it is whole: an interruption leaves none, or all of it. */
function makeSecret(file: string): void {
  const draft = `${file}.${process.pid}`;
  writeFileSync(draft, randomSecret(), { mode: 0o600, flush: true });
  renameSync(draft, file);
}

function randomSecret(): string {
  return randomBytes(32).toString('base64url');
}
