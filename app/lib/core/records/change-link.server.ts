import { LINK_FIELD } from 'backend/history/change';
import type { Envelope } from 'shared/envelope';
import { phone } from '../entities/phone';
import type { ApiResult } from '../host/api-result';
import type { ChangeEntry, StoreWithChange } from '../host/change-entry';
import { explainMissing } from '../host/describe-error';
import { makeChange } from '../host/make-change.server';
import { describeRecord } from './describe-record.server';

/** The link between a peer navigator's phone and a participant's phone that a change adds or removes. */
interface LinkChange {
  /** The number of the peer navigator's phone. The history of this phone contains the change. */
  number: string;
  /** The number of the participant's phone. */
  participant: string;
  /** The user who makes the change. */
  username: string;
  /** The id of the change that this change takes back. */
  undoes?: string;
  alsoStore?: StoreWithChange;
}

const calls = {
  Link: {
    path: 'peer/add/participant',
    action: 'Add',
    attempt: 'Linking',
    done: 'Linked',
    preposition: 'to',
    subject: 'linking participants',
  },
  Unlink: {
    path: 'peer/remove/participant',
    action: 'Delete',
    attempt: 'Unlinking',
    done: 'Unlinked',
    preposition: 'from',
    subject: 'unlinking participants',
  },
} as const;

/** Links a participant to a phone, or removes the link. Adds the change to the audit log and to the phone's history. */
export async function changeLink(
  action: 'Link' | 'Unlink',
  { number, participant, username, undoes, alsoStore }: LinkChange,
): Promise<ApiResult<Envelope>> {
  const call = calls[action];
  const phones = `${describeRecord(phone, number)} ${call.preposition} ${describeRecord(phone, participant)} of a participant`;
  const entry: ChangeEntry = {
    username,
    title: 'Phone participants',
    action: call.action,
    attempt: `${call.attempt} ${phones}`,
    describe: () => `${call.done} ${phones}`,
  };
  const isLinked = action === 'Link';
  const fields = { unumber: number, uparticipant: participant };
  const value = isLinked
    ? { field: LINK_FIELD, before: null, after: participant }
    : { field: LINK_FIELD, before: participant, after: null };
  const change = {
    entity: phone.name,
    recordId: number,
    username,
    action,
    fields: [value],
    undoes,
  };
  const made = await makeChange(
    [entry],
    (host, options) =>
      host.change(call.path, isLinked ? { ...fields, uuser: username } : fields, options),
    { history: { change }, alsoStore },
  );
  return explainMissing(made, call.subject);
}
