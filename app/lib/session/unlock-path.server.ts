import { toReturnParameter } from '../addresses/return-path.server';

/** The path of the page that unlocks a locked session. */
export const UNLOCK_PATH = '/unlock';

/** Returns the address of the page that unlocks the session and then opens `path`. */
export function getUnlockPath(path: string): string {
  return `${UNLOCK_PATH}?to=${encodeURIComponent(toReturnParameter(path))}`;
}
