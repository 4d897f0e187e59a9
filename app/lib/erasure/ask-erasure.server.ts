import { data, redirect } from '@remix-run/node';
import { toErrorText } from 'shared/error-text';
import { noteRows } from '../access/note-access.server';
import { toPublicPath } from '../addresses/public-path.server';
import { getEntity } from '../entities';
import { getDetailPath } from '../entities/record-paths';
import { requireRecentProof, takeProof } from '../factor/require-recent-proof.server';
import { formInputs } from '../form/form-view';
import { readForm } from '../form/read-form.server';
import { audit } from '../host/audit.server';
import { describeRecord } from '../records/describe-record.server';
import { log } from '../server/log.server';
import { mustStore } from '../server/unwritable.server';
import type { SignedIn } from '../session/guard.server';
import { beginErasure, findReasonProblem } from './begin-erasure.server';
import type { ErasureQuestion, ErasureReply } from './erasure-view';
import { findObstacle } from './find-obstacle.server';
import { sumCounts } from './plan';
import { getCertificatePath, requirePlan } from './require-plan.server';
import { runErasure, TITLE } from './run-erasure.server';

const participant = getEntity('participant');
const CHANGED =
  'The participant has other records now than this page showed. Nothing was erased. Check the numbers and confirm again.';

/** Loads the page that asks before a participant is erased, with the number of records of each kind. */
export async function askErasure({ user }: SignedIn, id: string) {
  audit({
    username: user.username,
    title: TITLE,
    action: 'View',
    description: `Viewed ${TITLE}: ${describeRecord(participant, id)}`,
  });
  const { host, plan } = await requirePlan(id);
  const { studyNumber } = plan.person;
  const columns = participant.list.columns.filter(({ field }) => field === participant.label);
  noteRows(user, 'Deletion', participant, [{ id, study_number: studyNumber }], columns);
  const heading = `Erase participant ${studyNumber || id}?`;
  const path = toPublicPath(getDetailPath(participant, id));
  const view: ErasureQuestion = {
    ...{ title: TITLE, heading, counts: plan.counts, kept: plan.kept },
    isKeptByHost: !host.deletesRecords,
    trail: [
      { title: participant.title, href: participant.list.path },
      { title: 'Participant', href: path },
      { title: 'Erase' },
    ],
    backHref: path,
    total: sumCounts(plan.counts),
    refusal: await findObstacle(host, plan),
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
  const fields = ['reason', 'total', formInputs.token, formInputs.proof];
  const form = await readForm(request, { fields });
  const typed = takeProof(form);
  const reason = String(form.get('reason') ?? '').trim();
  const { host, plan } = await requirePlan(id);
  const reply = (errors: ErasureReply['errors'], status: number) =>
    data<ErasureReply>({ errors, reason }, status);
  const problem = findReasonProblem(reason, plan);
  if (problem) return reply({ reason: problem }, 400);
  if (form.get('total') !== String(sumCounts(plan.counts))) return reply({ form: CHANGED }, 409);
  const obstacle = await findObstacle(host, plan);
  if (obstacle) return reply({ form: obstacle }, 409);
  const refusal = await requireRecentProof(signedIn, typed, address);
  if (refusal) return data<ErasureReply>({ reason, proof: refusal.question }, refusal.status);
  const { username } = signedIn.user;
  const erasure = await mustStore(() => beginErasure({ username, reason, plan }), 'any');
  await runErasure(erasure, true).catch((error: unknown) =>
    log.error({ erasure, error: toErrorText(error) }, 'an erasure is not completed yet'),
  );
  return redirect(getCertificatePath(erasure));
}
