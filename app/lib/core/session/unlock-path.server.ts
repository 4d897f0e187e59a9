import { UNLOCK_PATH } from '../../menu';
import { toReturnParameter } from '../addresses/return-path.server';

/** Returns the address of the page that unlocks the session and then opens `path`. */
export function getUnlockPath(path: string): string {
  return `${UNLOCK_PATH}?to=${encodeURIComponent(toReturnParameter(path))}`;
}
