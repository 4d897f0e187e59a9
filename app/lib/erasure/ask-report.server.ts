import { redirect } from '@remix-run/node';
import { noteRows } from '../core/access/note-access.server';
import { toPublicPath } from '../core/addresses/public-path.server';
import { confirmOnce, readConfirmation, refuseConfirmation } from '../core/confirm/confirm.server';
import { getEntity } from '../core/entities';
import { getDetailPath } from '../core/entities/record-paths';
import { toAuditText } from '../core/form/to-audit-text';
import { audit } from '../core/host/audit.server';
import { storeEntryFirst } from '../core/list/export-file.server';
import { describeRecord } from '../core/records/describe-record.server';
import type { SignedIn } from '../core/session/guard.server';
import { checkReason } from './begin-erasure.server';
import type { ReportQuestion } from './erasure-view';
import { NO_FILE, REPORT_TITLE } from './produce-report.server';
import { requirePlan } from './require-plan.server';
import { getReportFilePath, getReportPath, isOrdered, sealOrder } from './send-report.server';

const participant = getEntity('participant');
const CONTENT = 'The file has everything that is stored about the participant.';
const REMOTE_CONTENT =
  'The file has what the panel stores about the participant, and their records in the lists of the API host. It does not have usage records and links between phones, which only the operator of the API host can search.';
const ADVICE =
  'It is in words and opens in a browser. Delete it after you have given it to the participant.';

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
    effect: `${host.deletesRecords ? CONTENT : REMOTE_CONTENT} ${ADVICE}`,
    ...{ verb: 'Make the file', reason: 'required' },
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
  const confirmation = await readConfirmation(request, ['reason']);
  const { reason } = confirmation;
  const { plan } = await requirePlan(id, NO_FILE);
  const checked = checkReason(reason, plan);
  if (!checked.ok) return refuseConfirmation(confirmation, checked.error, 400, { field: 'reason' });
  const work = { content: ['report', id], proveFrom: address };
  return confirmOnce(signedIn, confirmation, work, async () => {
    const what = `all data of ${describeRecord(participant, id)}: ${toAuditText(reason)}`;
    await storeEntryFirst({
      ...{ username: signedIn.user.username, title: REPORT_TITLE, action: 'Export' },
      attempt: `Producing ${what}`,
      describe: () => `Produced ${what}`,
    });
    const order = new URLSearchParams({ order: sealOrder(signedIn, id) });
    return redirect(`${getReportPath(id)}?${order}`);
  });
}
