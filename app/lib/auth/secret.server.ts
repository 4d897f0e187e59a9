import { randomBytes } from 'node:crypto';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { config } from '../config.server';

/**
 * What cookies are signed with: SESSION_SECRET, or a random one made once and kept in the data folder,
 * readable by its owner only.
 */
export function sessionSecret(): string {
  if (config.SESSION_SECRET) return config.SESSION_SECRET;
  mkdirSync(config.DATA_DIR, { recursive: true, mode: 0o700 });
  const file = path.join(config.DATA_DIR, 'session-secret');
  try {
    writeFileSync(file, randomBytes(32).toString('base64url'), { flag: 'wx', mode: 0o600 });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  }
  return readFileSync(file, 'utf8');
}
