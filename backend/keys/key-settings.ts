import path from 'node:path';
import { z } from 'zod';

const MIN_CHARACTERS = 32;
const key = z
  .string()
  .regex(
    /^[^\s,]{32,}$/,
    `must have at least ${MIN_CHARACTERS} characters, without spaces and commas`,
  );

/** The settings about the panel key, as part of the panel's and the host's settings schemas. */
export const keySettings = {
  /** The current key. */
  PANEL_KEY: key.optional(),
  /** Earlier keys, separated by commas. They still verify and decrypt. */
  PANEL_KEY_PREVIOUS: z
    .string()
    .transform((text) => text.split(',').map((part) => part.trim()))
    .pipe(z.array(key))
    .optional(),
  /** A file outside DATA_DIR with one key per line, the current one first. It is created if it does not exist. */
  PANEL_KEY_FILE: z.string().min(1).optional(),
  /** The folder for signed checkpoints of the audit log. */
  AUDIT_CHECKPOINT_DIR: z.string().min(1).optional(),
  /** Minutes between checkpoints, which are written only if entries were added. 0 turns checkpoints off. */
  AUDIT_CHECKPOINT_MINUTES: z.coerce.number().int().min(0).max(1440).default(60),
};

const schema = z.object({ ...keySettings, DATA_DIR: z.string().min(1).default('./data') });
export type KeySettings = z.infer<typeof schema>;

/** Reads the key settings for a command. Throws an error with one sentence for each invalid setting. */
export function readKeySettings(
  environment: Readonly<Record<string, string | undefined>>,
): KeySettings {
  const given = Object.entries(environment).filter(([, value]) => value !== '');
  const result = schema.safeParse(Object.fromEntries(given));
  if (result.success) return result.data;
  throw new Error(
    result.error.issues
      .map((issue) => `${String(issue.path[0])} is not valid: ${issue.message}.`)
      .join('\n'),
  );
}

/**
 * Returns the path of the key file. Throws when it is inside the data folder, because anyone who can read or
 * copy the data would then also have the key.
 */
export function keyFileOf({ PANEL_KEY_FILE, DATA_DIR }: KeySettings): string {
  const file = path.resolve(PANEL_KEY_FILE ?? path.join(keyFolderOf(DATA_DIR), 'panel.key'));
  if (!path.relative(path.resolve(DATA_DIR), file).startsWith('..'))
    throw new Error(
      `PANEL_KEY_FILE is not valid: ${file} is inside DATA_DIR; name a file outside of it.`,
    );
  return file;
}

/** Returns the folder for checkpoints of the audit log: by default the default folder of the key. */
export function checkpointFolderOf({ AUDIT_CHECKPOINT_DIR, DATA_DIR }: KeySettings): string {
  return path.resolve(AUDIT_CHECKPOINT_DIR ?? keyFolderOf(DATA_DIR));
}

/** Returns the folder beside the data folder: `./data-keys`, `/var/lib/study-panel-keys`. */
function keyFolderOf(dataDir: string): string {
  return `${path.resolve(dataDir)}-keys`;
}
