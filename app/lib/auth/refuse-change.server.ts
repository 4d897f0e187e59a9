import { countEvent } from '../host/security-counts.server';
import { log } from '../log.server';
import { changeRefusal } from './permissions';
import type { SignedInUser } from './user';

/** Throws a 403 response, with the reason, when the user may not change records of `noun`. */
export async function refuseChange(user: SignedInUser, noun: string): Promise<void> {
  const refusal = changeRefusal(user, noun);
  if (refusal === undefined) return;
  log.warn({ role: user.role, noun }, 'a change was refused: only administrators make it');
  const what = `A change of a ${noun} was refused: only administrators make it`;
  await countEvent({ action: 'Refused', username: user.username, what });
  throw new Response(`${refusal} Nothing was saved.`, { status: 403 });
}
