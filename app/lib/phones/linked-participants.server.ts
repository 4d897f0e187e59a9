import { randomUUID } from 'node:crypto';
import { parseWithZod } from '@conform-to/zod/v4';
import { data, redirect } from '@remix-run/node';
import { toText } from 'shared/list/values';
import { failWith, type Result, succeeded } from 'shared/result';
import { showsText } from 'shared/shows-text';
import { z } from 'zod';
import { noteNumbers, noteRecords } from '../core/access/note-access.server';
import { namePhone } from '../core/access/shown-records';
import { toPublicPath } from '../core/addresses/public-path.server';
import { openTexts, sealTexts } from '../core/addresses/sealed-texts.server';
import { confirmOnce, readConfirmation } from '../core/confirm/confirm.server';
import type { ConfirmView } from '../core/confirm/confirm-view';
import { bindToParent } from '../core/entities/bind-to-parent';
import type { Option } from '../core/entities/form-field';
import { linkedParticipant } from '../core/entities/linked-participant';
import { getPhonePath, phone, phoneTypes } from '../core/entities/phone';
import { formInputs } from '../core/form/form-view';
import { readForm } from '../core/form/read-form.server';
import { withIdempotencyKey } from '../core/form/with-idempotency-key.server';
import { audit } from '../core/host/audit.server';
import { describeDeleteError } from '../core/host/describe-error';
import { getApiHost } from '../core/host/host.server';
import { messages } from '../core/host/messages';
import { buildTrail } from '../core/list/list-trail.server';
import { isMasked, mask, maskText, phoneNumberField, tellsWho } from '../core/masking/mask.server';
import { changeLink } from '../core/records/change-link.server';
import { describeRecord } from '../core/records/describe-record.server';
import { fetchRecord } from '../core/records/fetch-record.server';
import { refuseAbsent } from '../core/records/refuse-absent.server';
import { storeAnswer } from '../core/records/store-answer.server';
import type { SignedIn } from '../core/session/guard.server';
import { getUserKey } from '../core/session/user-key.server';

/** The maximum number of characters of a typed number or name, and of a chosen number, which may be encrypted. */
const MAX_TYPED = 50;
const MAX_CHOICE = 200;
const NO_NUMBER = 'Participant is not a number';

/** A phone that the form offers. */
export interface PhoneChoice extends Option {
  /** The text of the choice, if it differs from the label and the value because the number is masked. */
  text?: string;
}

const schema = z.object({
  participant: z
    .string({ error: 'Participant is required' })
    .trim()
    .min(1, 'Participant is required')
    .max(MAX_CHOICE, NO_NUMBER)
    .refine((text) => text.length <= MAX_TYPED || openTexts('phone', text), NO_NUMBER),
});

/**
 * Checks that the phone may be linked to further participants. If the phone's type cannot be read, leaves the decision
 * to the host.
 */
export async function checkLinkable(number: string): Promise<Result<undefined, string>> {
  const found = await fetchRecord(phone, number);
  const status = found.ok ? toText(found.value.phone_status).trim() : '';
  const type = phoneTypes.find(({ value }) => value === status);
  const isOther = type && type.label !== 'Peer Navigator';
  return isOther ? failWith(messages.notNavigator(type.label)) : succeeded;
}

/**
 * Returns the participants' phones as options of a choice, and notes that the user was shown them. If they cannot
 * be loaded, returns no options, and users can still type a number.
 */
export async function loadParticipantChoices({ user }: SignedIn): Promise<PhoneChoice[]> {
  const choices = await fetchParticipantChoices();
  const shown = choices.filter(
    ({ value, label }) => tellsWho(phoneNumberField, value) || tellsWhoByName(label),
  );
  noteRecords(
    user,
    'Choices',
    'linked-participant',
    shown.map(({ value }) => namePhone(value)),
  );
  return choices.map(maskChoice);
}

function tellsWhoByName(name: string): boolean {
  return name !== '' && tellsWho({ masked: 'text' }, name);
}

/** Returns a choice as the form may offer it. The form sends a masked number encrypted. */
function maskChoice({ value, label }: Option): PhoneChoice {
  if (!isMasked(phoneNumberField, value)) return { value, label };
  const text = [maskText(label), mask(phoneNumberField, value)].filter(Boolean).join(', ');
  return { value: sealTexts('phone', value), label: maskText(label), text };
}

/** Returns the participants' phones, without those that have no number. */
async function fetchParticipantChoices(): Promise<Option[]> {
  const result = await getApiHost().get('phone-participant/list');
  if (!result.ok) return [];
  return result.value.items
    .map((row) => ({ value: toText(row.phone_number), name: toText(row.phone_name).trim() }))
    .map(({ value, name }) => ({ value, label: showsText(name) ? name : '' }))
    .filter(({ value }) => value !== '');
}

/**
 * Returns the number for a typed number or name. Returns undefined if several participants have the name, and the
 * typed text if no participant has it.
 */
async function findNumber(typed: string): Promise<string | undefined> {
  const [chosen] = openTexts('phone', typed) ?? [];
  if (chosen !== undefined) return chosen;
  if (/^\+?\d+$/.test(typed)) return typed;
  const name = typed.toLowerCase();
  const named = (await fetchParticipantChoices()).filter(
    ({ label }) => label.toLowerCase() === name,
  );
  return named.length > 1 ? undefined : (named.at(0)?.value ?? typed);
}

/**
 * Links the posted participant to a phone. A repeated post does not add a second link. If the host refuses the link,
 * the form shows the host's message.
 */
export async function linkParticipant({ user, toast }: SignedIn, request: Request, number: string) {
  const form = await readForm(request, { fields: ['participant', formInputs.token] });
  const submission = parseWithZod(form, { schema });
  if (submission.status !== 'success') return data(submission.reply(), 400);
  const linkable = await checkLinkable(number);
  if (!linkable.ok) return data(submission.reply({ formErrors: [linkable.error] }), 400);
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
  const path = getParticipantsPath(number);
  return withIdempotencyKey(filling, async (once) => {
    const done = messages.saved('participant link');
    const alsoStore = storeAnswer({ toast }, once?.completeWith(path), () => ({ text: done }));
    const link = { number, participant, username: user.username, alsoStore };
    const result = await changeLink('Link', link);
    if (!result.ok) {
      const { error } = result;
      const isWorded = error.kind === 'refused' || error.kind === 'missing';
      const text =
        (isWorded && error.message && maskText(error.message)) ||
        messages.linkFailed(mask(phoneNumberField, participant), mask(phoneNumberField, number));
      noteNumbers(user, 'Form', 'linked-participant', [participant, number]);
      return data(submission.reply({ formErrors: [text] }), 400);
    }
    return redirect(path);
  });
}

/** Returns the address of the list of a phone's linked participants. */
function getParticipantsPath(number: string): string {
  return toPublicPath(getPhonePath('participants', number));
}

/**
 * Returns the data of the page that asks for confirmation before a participant is unlinked. Throws a 404 response if the
 * phone does not exist.
 */
export async function askUnlink(
  { user }: SignedIn,
  number: string,
  participant: string,
): Promise<ConfirmView> {
  await refuseAbsent(phone, number);
  const title = 'Unlink participant';
  const description = `Viewed ${title}: ${describeRecord(phone, participant)}`;
  audit({ username: user.username, title, action: 'View', description });
  noteNumbers(user, 'Deletion', 'linked-participant', [participant, number]);
  const backHref = getParticipantsPath(number);
  const [one, other] = [participant, number].map((phone) => mask(phoneNumberField, phone));
  const label = `${one} from ${other}`;
  return {
    title,
    heading: `Unlink ${label}?`,
    trail: buildTrail(bindToParent(linkedParticipant, number), backHref, { title: 'Unlink' }),
    label,
    ...{ verb: 'Unlink', isDestructive: true },
    token: randomUUID(),
    backHref,
  };
}

/**
 * Unlinks a participant from a phone. A repeated post has no further effect. If the host refuses, the list shows the
 * host's message and still contains the participant.
 */
export async function unlinkParticipant(
  signedIn: SignedIn,
  request: Request,
  number: string,
  participant: string,
) {
  const confirmation = await readConfirmation(request);
  const content = ['unlink', number, participant];
  const path = getParticipantsPath(number);
  const unlinked = await confirmOnce(signedIn, confirmation, { content }, async (once) => {
    const text = messages.deleted('participant link');
    const alsoStore = storeAnswer(signedIn, once?.completeWith(path), () => ({ text }));
    const link = { number, participant, username: signedIn.user.username, alsoStore };
    const result = await changeLink('Unlink', link);
    if (result.ok) return redirect(path);
    const problem = describeDeleteError(result.error, 'participant');
    await signedIn.toast({ kind: 'error', text: problem });
    return undefined;
  });
  return unlinked ?? redirect(path);
}
