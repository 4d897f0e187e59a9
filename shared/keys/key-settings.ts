import path from 'node:path';
import type { DataSettings } from '../settings/settings';

/** The settings for the locations of the panel key and of the checkpoints. */
export type KeySettings = Pick<
  DataSettings,
  'DATA_DIR' | 'PANEL_KEY' | 'PANEL_KEY_PREVIOUS' | 'PANEL_KEY_FILE' | 'AUDIT_CHECKPOINT_DIR'
>;

/**
 * Returns the path of the key file. Throws when it is inside the data folder, because anyone who can read or
 * copy the data would then also have the key.
 */
export function getKeyFile({ PANEL_KEY_FILE, DATA_DIR }: KeySettings): string {
  const file = path.resolve(PANEL_KEY_FILE ?? path.join(getKeyFolder(DATA_DIR), 'panel.key'));
  if (!path.relative(path.resolve(DATA_DIR), file).startsWith('..'))
    throw new Error(
      `PANEL_KEY_FILE is not valid: ${file} is inside DATA_DIR; name a file outside of it.`,
    );
  return file;
}

/** Returns the folder for checkpoints. The default is the default folder of the key. */
export function getCheckpointFolder({ AUDIT_CHECKPOINT_DIR, DATA_DIR }: KeySettings): string {
  return path.resolve(AUDIT_CHECKPOINT_DIR ?? getKeyFolder(DATA_DIR));
}

/** Returns the default folder of the key, which is beside the data folder: `./data-keys` for `./data`. */
function getKeyFolder(dataDir: string): string {
  return `${path.resolve(dataDir)}-keys`;
}
