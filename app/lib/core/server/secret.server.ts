import { existsSync, readFileSync, renameSync, rmSync, statSync, utimesSync } from 'node:fs';
import path from 'node:path';
import { config } from './config.server';
import { getPanelKeys } from './keys.server';
import { getLatestMoment } from './present';
import { getStore } from './store.server';

/** The time in milliseconds for which an earlier secret is stored: a week, the maximum of SESSION_MAX_HOURS. */
const KEEP_MS = 168 * 3_600_000;
const SETTING = 'session-secret';
const UNTIL = 'session-secret-until';

/**
 * Returns the secrets that verify cookies. The first one also signs them. If SESSION_SECRET is set, it is the only
 * secret. Otherwise, secrets are derived from the panel key and the earlier keys, and followed by earlier secrets.
 */
export async function getCookieSecrets(): Promise<string[]> {
  const earlier = await getEarlierSecrets();
  if (config.SESSION_SECRET) return [config.SESSION_SECRET];
  const derived = getPanelKeys().ring.all.map((key) =>
    key.derive('sessions').toString('base64url'),
  );
  return [...derived, ...earlier];
}

/**
 * Returns the secrets with which versions before the panel key signed cookies and encrypted content:
 * SESSION_SECRET, or else a secret in the data folder or the shared database. Deletes the stored secret after a
 * week, when all sessions from that time have ended.
 */
export async function getEarlierSecrets(): Promise<string[]> {
  if (config.SESSION_SECRET) return [config.SESSION_SECRET];
  const secret = config.DATABASE_URL ? await readSecretInDatabase() : readSecretInFolder();
  return secret === undefined ? [] : [secret];
}

function readSecretInFolder(): string | undefined {
  const file = path.join(config.DATA_DIR, SETTING);
  const ending = `${file}.earlier`;
  if (existsSync(file)) {
    // Set the time before renaming the file, because it determines when the secret expires.
    utimesSync(file, new Date(), new Date());
    renameSync(file, ending);
  }
  if (!existsSync(ending)) return undefined;
  const { mtimeMs } = statSync(ending);
  // A time in the future was set by a wrong clock. The week then begins now.
  if (mtimeMs > getLatestMoment()) utimesSync(ending, new Date(), new Date());
  if (Date.now() - mtimeMs < KEEP_MS) return readFileSync(ending, 'utf8');
  rmSync(ending);
  return undefined;
}

async function readSecretInDatabase(): Promise<string | undefined> {
  const db = await getStore();
  const rows = await db
    .selectFrom('shared_setting')
    .selectAll()
    .where('name', 'in', [SETTING, UNTIL])
    .execute();
  const secret = rows.find(({ name }) => name === SETTING)?.value;
  if (secret === undefined) return undefined;
  const until = rows.find(({ name }) => name === UNTIL)?.value;
  const end = { value: String(Date.now() + KEEP_MS) };
  if (until === undefined)
    await db
      .insertInto('shared_setting')
      .values({ name: UNTIL, ...end })
      .onConflict((conflict) => conflict.column('name').doNothing())
      .execute();
  // A time in the future was set by a wrong clock. The week then begins now.
  else if (Number(until) > getLatestMoment() + KEEP_MS)
    await db.updateTable('shared_setting').set(end).where('name', '=', UNTIL).execute();
  if (until === undefined || Date.now() < Number(until)) return secret;
  await db.deleteFrom('shared_setting').where('name', 'in', [SETTING, UNTIL]).execute();
  return undefined;
}
