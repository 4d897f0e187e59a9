import { listMentions, mentions } from 'shared/erasure/person';
import { toOpaqueId } from '../addresses/record-address.server';
import { storeErasure } from './erasure-store.server';
import { getErasure } from './get-erasure.server';
import type { ErasurePlan } from './plan';

/** The maximum number of characters of a reason. */
const MAX_REASON = 500;

/** Stores an erasure that is about to be carried out, and returns its id. */
export function beginErasure({
  username,
  reason,
  plan,
  isCommand,
}: {
  username: string;
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
    ...{ username, certificate, plan },
    isRepeatable: !getErasure().deletesRecords,
  });
}

/** Returns the reason why a text is no valid reason of an erasure, or undefined if it is one. */
export function findReasonProblem(reason: string, { person }: ErasurePlan): string | undefined {
  if (reason === '') return 'Enter the reason';
  if (reason.length > MAX_REASON) return `The reason must have ${MAX_REASON} characters or fewer`;
  return mentions(reason, listMentions(person))
    ? 'The reason must not name the participant, because it is kept'
    : undefined;
}
