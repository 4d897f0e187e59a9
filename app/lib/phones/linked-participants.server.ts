import { randomUUID } from 'node:crypto';
import { parseWithZod } from '@conform-to/zod/v4';
import { data, redirect } from '@remix-run/node';
import { toText } from 'shared/list/values';
import { z } from 'zod';
import type { Option } from '../entities/form-field';
import { getPhonePath, phone, phoneTypes } from '../entities/phone';
import { formInputs } from '../form/form-view';
import { readForm } from '../form/read-form.server';
import { withIdempotencyKey } from '../form/with-idempotency-key.server';
import { audit } from '../host/audit.server';
import type { ChangeEntry } from '../host/change-entry';
import { describeDeleteError, nameMissing } from '../host/describe-error';
import { getApiHost } from '../host/host.server';
import { makeChange } from '../host/make-change.server';
import { messages } from '../host/messages';
import { fetchRecord } from '../records/fetch-record.server';
import type { SignedIn } from '../session/guard.server';
import { getUserKey } from '../session/user-key.server';

const schema = z.object({
  participant: z
    .string({ error: 'Participant is required' })
    .trim()
    .min(1, 'Participant is required')
    .max(50, 'Participant is not a number'),
});

/**
 * Returns the reason that the phone may not be linked to further participants, or undefined if it may. If the
 * phone's type cannot be read, returns undefined and leaves the decision to the host.
 */
export async function linkRefusal(number: string): Promise<string | undefined> {
  const found = await fetchRecord(phone, number);
  const status = found.ok ? toText(found.value.phone_status).trim() : '';
  const type = phoneTypes.find(({ value }) => value === status);
  return type && type.label !== 'Peer Navigator' ? messages.notNavigator(type.label) : undefined;
}

/**
 * Returns the participants' phones as options of a choice. If they cannot be loaded, returns no options, and
 * users can still type a number.
 */
export async function fetchParticipantChoices(): Promise<Option[]> {
  const result = await getApiHost().get('phone-participant/list');
  if (!result.ok) return [];
  return result.value.items
    .map((row) => ({ value: toText(row.phone_number), label: toText(row.phone_name).trim() }))
    .filter(({ value }) => value !== '');
}

/** Returns the number for a typed number or name. Returns undefined if several participants have the name. */
async function findNumber(typed: string): Promise<string | undefined> {
  if (/^\+?\d+$/.test(typed)) return typed;
  const name = typed.toLowerCase();
  const named = (await fetchParticipantChoices()).filter(
    ({ label }) => label.toLowerCase() === name,
  );
  return named.length > 1 ? undefined : (named.at(0)?.value ?? typed);
}

/**
 * Links the posted participant to a phone. A repeated post makes no further link. If the host refuses the link,
 * the form shows the host's message.
 */
export async function linkParticipant({ user, toast }: SignedIn, request: Request, number: string) {
  const form = await readForm(request, { fields: ['participant', formInputs.token] });
  const submission = parseWithZod(form, { schema });
  if (submission.status !== 'success') return data(submission.reply(), 400);
  const refusal = await linkRefusal(number);
  if (refusal) return data(submission.reply({ formErrors: [refusal] }), 400);
  const participant = await findNumber(submission.value.participant);
  if (participant === undefined) {
    const text = 'Several participants have this name. Choose one by its number';
    return data(submission.reply({ fieldErrors: { participant: [text] } }), 400);
  }
  const filling = {
    token: form.get(formInputs.token),
    owner: getUserKey(user),
    content: ['link', number, participant],
  };
  return withIdempotencyKey(filling, async () => {
    const entry: ChangeEntry = {
      username: user.username,
      title: 'Phone participants',
      action: 'Add',
      attempt: 'Linking a participant to a phone',
      describe: () => 'Linked a participant to a phone',
    };
    const fields = { unumber: number, uparticipant: participant, uuser: user.username };
    const posted = await makeChange([entry], (host, options) =>
      host.change('peer/add/participant', fields, options),
    );
    const result = nameMissing(posted, 'linking participants');
    if (!result.ok) {
      const { error } = result;
      const isWorded = error.kind === 'refused' || error.kind === 'missing';
      const text = (isWorded && error.message) || messages.linkFailed(participant, number);
      return data(submission.reply({ formErrors: [text] }), 400);
    }
    await toast({ kind: 'success', text: messages.saved('participant link') });
    return redirect(getPhonePath('participants', number));
  });
}

/** Returns the data of the page that asks for confirmation before a participant is unlinked. */
export function askUnlink({ user }: SignedIn, number: string, participant: string) {
  const title = 'Unlink participant';
  audit({ username: user.username, title, action: 'View', description: `Viewed ${title}` });
  return {
    title,
    label: `${participant} from ${number}`,
    verb: 'Unlink',
    token: randomUUID(),
    backHref: getPhonePath('participants', number),
  };
}

/**
 * Unlinks a participant from a phone. A repeated post does nothing further. If the host refuses, the list shows
 * its message and still contains the participant.
 */
export async function unlinkParticipant(
  signedIn: SignedIn,
  request: Request,
  number: string,
  participant: string,
): Promise<Response> {
  const filling = {
    token: (await readForm(request, { fields: [formInputs.token] })).get(formInputs.token),
    owner: getUserKey(signedIn.user),
    content: ['unlink', number, participant],
  };
  const back = () => redirect(getPhonePath('participants', number));
  const unlinked = await withIdempotencyKey(filling, async () =>
    (await unlink(signedIn, number, participant)) ? back() : undefined,
  );
  return unlinked ?? back();
}

async function unlink(
  { user, toast }: SignedIn,
  number: string,
  participant: string,
): Promise<boolean> {
  const entry: ChangeEntry = {
    username: user.username,
    title: 'Phone participants',
    action: 'Delete',
    attempt: 'Unlinking a participant from a phone',
    describe: () => 'Unlinked a participant from a phone',
  };
  const fields = { uparticipant: participant, unumber: number };
  const posted = await makeChange([entry], (host, options) =>
    host.change('peer/remove/participant', fields, options),
  );
  const result = nameMissing(posted, 'unlinking participants');
  await toast(
    result.ok
      ? { kind: 'success', text: messages.deleted('participant link') }
      : { kind: 'error', text: describeDeleteError(result.error, 'participant') },
  );
  return result.ok;
}
