import type { OpenKeys } from './open-keys';

/** The name of the setting in which a database stores the id of its key. */
export const KEY_SETTING = 'panel-key';

/** Thrown when a database belongs to a key that this process does not have. The message is one sentence. */
export class WrongKeyError extends Error {
  override name = 'WrongKeyError';
}

/**
 * Returns whether the database belongs to an earlier key and must be changed to the current key. If the database
 * belongs to a key that this process does not have, throws WrongKeyError, and discards the current key if it was
 * created just now.
 */
export function needsRekey(stored: string, keys: OpenKeys): boolean {
  if (!keys.ring.find(stored)) {
    keys.discard();
    throw new WrongKeyError(
      `The database belongs to the panel key ${stored}, and ${keys.source} does not have it: put that key back in the key file or in PANEL_KEY, or as an earlier key in PANEL_KEY_PREVIOUS; docs/operations.md says what to do if it is lost.`,
    );
  }
  return stored !== keys.ring.current.id;
}
