import { getPanelKeys } from '../server/keys.server';
import { makePseudonyms, type Pseudonyms } from './pseudonyms';

let pseudonyms: Pseudonyms | undefined;

/** Returns the pseudonyms that belong to the current panel key. Another key makes other ones. */
export function getPseudonyms(): Pseudonyms {
  pseudonyms ??= makePseudonyms(getPanelKeys().ring.current);
  return pseudonyms;
}
