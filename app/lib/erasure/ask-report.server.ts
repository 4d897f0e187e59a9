import { data, redirect } from '@remix-run/node';
import { noteRows } from '../access/note-access.server';
import { toPublicPath } from '../addresses/public-path.server';
import { getEntity } from '../entities';
import { getDetailPath } from '../entities/record-paths';
import { toOneLine } from '../export/read-order.server';
import { requireRecentProof, takeProof } from '../factor/require-recent-proof.server';
import { formInputs } from '../form/form-view';
import { readForm } from '../form/read-form.server';
import { audit } from '../host/audit.server';
import { storeEntryFirst } from '../list/export-file.server';
import { describeRecord } from '../records/describe-record.server';
import type { SignedIn } from '../session/guard.server';
import { findReasonProblem } from './begin-erasure.server';
import type { ErasureReply, ReportQuestion } from './erasure-view';
import { NO_FILE, REPORT_TITLE } from './produce-report.server';
import { requirePlan } from './require-plan.server';
import { getReportFilePath, getReportPath, isOrdered, sealOrder } from './send-report.server';

const participant = getEntity('participant');

/**
 * Loads the page on which administrators produce all data of a participant. With a valid `order`, the page has the link to
 * the file.
 */
export async function askReport(
  signedIn: SignedIn,
  id: string,
  order: string,
): Promise<ReportQuestion> {
  const { user } = signedIn;
  const description = `Viewed ${REPORT_TITLE}: ${describeRecord(participant, id)}`;
  audit({ username: user.username, title: REPORT_TITLE, action: 'View', description });
  const { host, plan } = await requirePlan(id, NO_FILE);
  const { studyNumber } = plan.person;
  const columns = participant.list.columns.filter(({ field }) => field === participant.label);
  noteRows(user, 'Details', participant, [{ id, study_number: studyNumber }], columns);
  const backHref = toPublicPath(getDetailPath(participant, id));
  return {
    isKeptByHost: !host.deletesRecords,
    fileHref: isOrdered(signedIn, id, order) ? getReportFilePath(id, order) : undefined,
    ...{ title: REPORT_TITLE, backHref, counts: [...plan.onHost, ...plan.counts] },
    heading: `All data of participant ${studyNumber || id}`,
    trail: [
      { title: participant.title, href: participant.list.path },
      { title: 'Participant', href: backHref },
      { title: 'All data' },
    ],
  };
}

/** Stores the reason in the audit log, and redirects to the page with the link to the file. */
export async function orderReport(
  signedIn: SignedIn,
  request: Request,
  id: string,
  address: string,
) {
  const form = await readForm(request, { fields: ['reason', formInputs.proof] });
  const typed = takeProof(form);
  const reason = String(form.get('reason') ?? '').trim();
  const { plan } = await requirePlan(id, NO_FILE);
  const problem = findReasonProblem(reason, plan);
  if (problem) return data<ErasureReply>({ errors: { reason: problem }, reason }, 400);
  const refusal = await requireRecentProof(signedIn, typed, address);
  if (refusal) return data<ErasureReply>({ reason, proof: refusal.question }, refusal.status);
  const what = `all data of ${describeRecord(participant, id)}: ${toOneLine(reason)}`;
  await storeEntryFirst({
    ...{ username: signedIn.user.username, title: REPORT_TITLE, action: 'Export' },
    attempt: `Producing ${what}`,
    describe: () => `Produced ${what}`,
  });
  const order = new URLSearchParams({ order: sealOrder(signedIn, id) });
  return redirect(`${getReportPath(id)}?${order}`);
}
