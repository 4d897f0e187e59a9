import { listMentions, mentions } from 'shared/erasure/person';
import { failWith, type Result, succeeded } from 'shared/result';
import { toOpaqueId } from '../core/addresses/record-address.server';
import type { SignedInUser } from '../core/session/user';
import { getErasure } from './get-erasure.server';
import type { ErasurePlan } from './plan';
import { storeErasure } from './store-erasure.server';

/** The maximum number of characters of a reason. */
const MAX_REASON = 500;

/** Stores an erasure that is about to be carried out, and returns its id. */
export function beginErasure({
  user,
  reason,
  plan,
  isCommand,
}: {
  user: Pick<SignedInUser, 'id' | 'username'>;
  reason: string;
  plan: ErasurePlan;
  isCommand?: boolean;
}): Promise<string> {
  const { counts, kept, person } = plan;
  const certificate = {
    participant: toOpaqueId('participant', person.participantId),
    ...{ reason, counts, kept, isCommand, isRepeated: false, needsRewrite: true },
  };
  return storeErasure({
    ...{ user, certificate, plan },
    isRepeatable: !getErasure().deletesRecords,
  });
}

/** Checks the reason of an erasure or of a report. Fails with the message for its field. */
export function checkReason(reason: string, { person }: ErasurePlan): Result<unknown, string> {
  if (reason === '') return failWith('Enter the reason');
  if (reason.length > MAX_REASON)
    return failWith(`The reason must have ${MAX_REASON} characters or fewer`);
  if (mentions(reason, listMentions(person)))
    return failWith('The reason must not name the participant, because it is kept');
  return succeeded;
}
