import { sql } from 'kysely';
import { phoneType } from 'shared/entities/phone';
import { z } from 'zod';
import { type Change, transactWithEntries } from '../audit/change';
import type { Database } from '../db/types';
import { linkedParticipant } from '../entities/linked-participant';
import { readRecord } from '../entities/rows';
import type { ListSource } from '../lists/list-conditions';
import { done, type Envelope, notFound, refused } from '../wire/envelope';
import { getFirstProblem, required } from '../wire/fields';
import type { FormFields } from '../wire/requests';

const link = z.object({
  unumber: required('Phone number'),
  uparticipant: required('Participant'),
});
const newLink = link.extend({ uuser: required('The name of the user who saves') });

/**
 * Returns the source of `peer/list/participant/{number}`, the participants linked to a peer navigator's phone.
 */
export function listLinkedParticipants(number: string): ListSource {
  return {
    table: linkedParticipant,
    where: sql<boolean>`linked_participant.part_peer = ${number}`,
  };
}

/** Answers `peer/add/participant`: links a participant to a peer navigator, and returns the new link. */
export async function linkParticipant(change: Change, fields: FormFields): Promise<Envelope> {
  const form = newLink.safeParse(fields);
  if (!form.success) return refused(getFirstProblem(form.error));
  const { unumber, uparticipant, uuser } = form.data;
  return transactWithEntries(change, async (transaction, note) => {
    const navigator = await findPhoneType(transaction, unumber);
    if (navigator === undefined) return notFound('phone', unumber);
    if (navigator !== phoneType.peerNavigator)
      return refused(`The phone '${unumber}' is not a peer navigator`);
    const participant = await findPhoneType(transaction, uparticipant);
    if (participant === undefined) return notFound('phone', uparticipant);
    if (participant !== phoneType.participant)
      return refused(`The phone '${uparticipant}' is not that of a participant`);
    if (await findLink(transaction, unumber, uparticipant))
      return refused(`The phone '${uparticipant}' is linked to '${unumber}' already`);
    const added = await transaction
      .insertInto('linked_participant')
      .values({
        part_peer: unumber,
        part_number: uparticipant,
        part_createuser: uuser,
        part_createdate: change.now,
      })
      .returning('part_id')
      .executeTakeFirstOrThrow();
    const row = await readRecord(transaction, linkedParticipant, String(added.part_id));
    return note(done(row ? [row] : []));
  });
}

/** Answers `peer/remove/participant`: deletes the link between a participant and a peer navigator. */
export async function unlinkParticipant(change: Change, fields: FormFields): Promise<Envelope> {
  const form = link.safeParse(fields);
  if (!form.success) return refused(getFirstProblem(form.error));
  const { unumber, uparticipant } = form.data;
  return transactWithEntries(change, async (transaction, note) => {
    const id = await findLink(transaction, unumber, uparticipant);
    if (id === undefined)
      return refused(`The phone '${uparticipant}' is not linked to '${unumber}'`);
    await transaction.deleteFrom('linked_participant').where('part_id', '=', id).execute();
    return note(done(null));
  });
}

async function findPhoneType(db: Database, number: string): Promise<unknown> {
  const row = await db
    .selectFrom('phone')
    .select('phone_status')
    .where('phone_number', '=', number)
    .executeTakeFirst();
  return row?.phone_status;
}

async function findLink(db: Database, number: string, participant: string) {
  const row = await db
    .selectFrom('linked_participant')
    .select('part_id')
    .where('part_peer', '=', number)
    .where('part_number', '=', participant)
    .executeTakeFirst();
  return row?.part_id;
}
