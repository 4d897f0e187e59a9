import { randomBytes } from 'node:crypto';
import {
  closeSync,
  existsSync,
  fsyncSync,
  linkSync,
  mkdirSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import { KeyRing } from './key-ring';
import { getKeyFile, type KeySettings } from './key-settings';

/** The keys of an installation and their source. */
export interface OpenKeys {
  ring: KeyRing;
  /** Names the source in messages: `PANEL_KEY` or the path of the key file. */
  source: string;
  /** Deletes the key file if opening the keys has created it. For callers whose database belongs to another key. */
  discard(): void;
}

/**
 * Opens the keys in PANEL_KEY, or else in the key file, which is created if it does not exist. Throws when the file can
 * be neither read nor created, or does not hold keys.
 */
export function openKeys(settings: KeySettings): OpenKeys {
  const found = findKeys(settings);
  if (found) return found;
  const file = getKeyFile(settings);
  const made = makeKeyFile(file);
  return { ...readKeyFile(file), discard: () => made && rmSync(file, { force: true }) };
}

/**
 * Opens the keys, or returns undefined when there is neither PANEL_KEY nor a key file. Throws when the file
 * cannot be read or does not hold keys, and when PANEL_KEY_PREVIOUS is set without PANEL_KEY.
 */
export function findKeys(settings: KeySettings): OpenKeys | undefined {
  const { PANEL_KEY, PANEL_KEY_PREVIOUS = [] } = settings;
  if (PANEL_KEY)
    return {
      ring: new KeyRing([PANEL_KEY, ...PANEL_KEY_PREVIOUS]),
      source: 'PANEL_KEY',
      discard: () => {},
    };
  if (PANEL_KEY_PREVIOUS.length > 0)
    throw new Error('PANEL_KEY_PREVIOUS is set and PANEL_KEY is not: set the current key as well.');
  const file = getKeyFile(settings);
  return existsSync(file) ? readKeyFile(file) : undefined;
}

/** Adds a new current key to the file, before its existing keys. Returns the new key ring. */
export function addKey(file: string): KeyRing {
  const { ring } = readKeyFile(file);
  const draft = `${file}.${process.pid}`;
  withFileError(file, 'written', () => {
    writeFileSync(draft, `${makeKey()}\n${readFileSync(file, 'utf8')}`, {
      mode: 0o600,
      flush: true,
    });
    renameSync(draft, file);
    syncFolder(path.dirname(file));
  });
  const { ring: added } = readKeyFile(file);
  if (added.all.length !== ring.all.length + 1) throw new Error(`${file} could not be changed.`);
  return added;
}

/** Reads the keys of a key file. Throws when it cannot be read or does not hold keys. */
export function readKeyFile(file: string): OpenKeys {
  const text = withFileError(file, 'read', () => readFileSync(file, 'utf8'));
  const [current, ...earlier] = text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line && !line.startsWith('#'));
  if (!current || [current, ...earlier].some((line) => !/^\S{32,}$/.test(line)))
    throw new Error(
      `The key file ${file} is damaged: it must hold keys of 32 characters or more, one per line. Restore it from its copy.`,
    );
  return { ring: new KeyRing([current, ...earlier]), source: file, discard: () => {} };
}

/**
 * Creates the key file. The file becomes visible only when it is complete and on the disk. Returns false when another
 * process has created the file in the meantime.
 */
function makeKeyFile(file: string): boolean {
  return withFileError(file, 'written', () => {
    const folder = path.dirname(file);
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    const draft = `${file}.${process.pid}`;
    writeFileSync(draft, `${makeKey()}\n`, { mode: 0o600, flush: true });
    try {
      linkSync(draft, file);
    } catch (error) {
      if (existsSync(file)) return false;
      throw error;
    } finally {
      rmSync(draft);
    }
    syncFolder(folder);
    return true;
  });
}

function makeKey(): string {
  return randomBytes(32).toString('base64url');
}

function syncFolder(folder: string): void {
  const handle = openSync(folder, 'r');
  try {
    fsyncSync(handle);
  } finally {
    closeSync(handle);
  }
}

function withFileError<T>(file: string, verb: string, work: () => T): T {
  try {
    return work();
  } catch (error) {
    const reason = error instanceof Error && 'code' in error ? String(error.code) : 'unknown';
    throw new Error(
      `The key file ${file} cannot be ${verb} (${reason}): set PANEL_KEY, or set PANEL_KEY_FILE to a file outside DATA_DIR, in a folder that belongs to the user who runs this program.`,
      { cause: error },
    );
  }
}
