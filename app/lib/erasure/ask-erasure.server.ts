import { redirect } from '@remix-run/node';
import { noteRows } from '../core/access/note-access.server';
import { toPublicPath } from '../core/addresses/public-path.server';
import { confirmOnce, readConfirmation, refuseConfirmation } from '../core/confirm/confirm.server';
import { getEntity } from '../core/entities';
import { getDetailPath } from '../core/entities/record-paths';
import { audit } from '../core/host/audit.server';
import { describeRecord } from '../core/records/describe-record.server';
import { mustStore } from '../core/server/unwritable.server';
import type { SignedIn } from '../core/session/guard.server';
import { beginErasure, checkReason } from './begin-erasure.server';
import { checkErasable } from './check-erasable.server';
import type { ErasureQuestion } from './erasure-view';
import { completeErasure } from './load-certificate.server';
import { sumCounts } from './plan';
import { getCertificatePath, requirePlan } from './require-plan.server';
import { ERASURE_TITLE } from './run-erasure.server';

const participant = getEntity('participant');
const REST =
  'Nobody can undo the erasure. Drafts, bulk actions, files for analysis and pending imports of all users are deleted too if they may concern the participant.';
const EFFECT = `This deletes the participant’s records for good, here and in the messenger. ${REST}`;
const REMOTE_EFFECT = `This deletes for good what the panel stores about the participant, here and in the messenger. The API host keeps its records. ${REST}`;
const CHANGED =
  'The participant has other records now than this page showed. Nothing was erased. Check the numbers and confirm again.';

/** Loads the page that asks before a participant is erased, with the number of records of each kind. */
export async function askErasure({ user }: SignedIn, id: string) {
  audit({
    username: user.username,
    title: ERASURE_TITLE,
    action: 'View',
    description: `Viewed ${ERASURE_TITLE}: ${describeRecord(participant, id)}`,
  });
  const { host, plan } = await requirePlan(id);
  const { studyNumber } = plan.person;
  const columns = participant.list.columns.filter(({ field }) => field === participant.label);
  noteRows(user, 'Deletion', participant, [{ id, study_number: studyNumber }], columns);
  const erasable = await checkErasable(host, plan);
  const heading = `Erase participant ${studyNumber || id}?`;
  const path = toPublicPath(getDetailPath(participant, id));
  const view: ErasureQuestion = {
    ...{ title: ERASURE_TITLE, heading, counts: plan.counts },
    effect: host.deletesRecords ? EFFECT : REMOTE_EFFECT,
    notes: plan.kept.map((text) => `Not erased: ${text}`),
    ...{ verb: 'Erase for good', isDestructive: true, reason: 'required' },
    trail: [
      { title: participant.title, href: participant.list.path },
      { title: 'Participant', href: path },
      { title: 'Erase' },
    ],
    backHref: path,
    hidden: { total: String(sumCounts(plan.counts)) },
    refusal: erasable.ok ? undefined : erasable.error,
  };
  return view;
}

/**
 * Erases a participant, and redirects to the certificate. If a step fails, the certificate says so, and the panel
 * completes the erasure later.
 */
export async function eraseParticipant(
  signedIn: SignedIn,
  request: Request,
  id: string,
  address: string,
) {
  const confirmation = await readConfirmation(request, ['reason', 'total']);
  const { form, reason } = confirmation;
  const { host, plan } = await requirePlan(id);
  const checked = checkReason(reason, plan);
  if (!checked.ok) return refuseConfirmation(confirmation, checked.error, 400, { field: 'reason' });
  if (form.get('total') !== String(sumCounts(plan.counts)))
    return refuseConfirmation(confirmation, CHANGED, 409);
  const erasable = await checkErasable(host, plan);
  if (!erasable.ok) return refuseConfirmation(confirmation, erasable.error, 409);
  const work = { content: ['erase', id], proveFrom: address };
  return confirmOnce(signedIn, confirmation, work, async () => {
    const { user } = signedIn;
    const erasure = await mustStore(() => beginErasure({ user, reason, plan }), 'any');
    await completeErasure(erasure);
    return redirect(getCertificatePath(erasure));
  });
}
