import { redirect } from '@remix-run/node';
import { noteRecords } from '../access/note-access.server';
import { toPublicPath } from '../addresses/public-path.server';
import { getEntity } from '../entities';
import { requireRecentProof } from '../factor/require-recent-proof.server';
import { storeEntryFirst } from '../list/export-file.server';
import { describeRecord } from '../records/describe-record.server';
import { formatMoment } from '../server/format-moment.server';
import type { SignedIn } from '../session/guard.server';
import { collectReport } from './collect-report.server';
import { writeReport } from './report';
import { requirePlan } from './require-plan.server';

export const REPORT_TITLE = 'Data of a participant';

const participant = getEntity('participant');

/**
 * Returns a response with all that is stored about a participant, as one file. Redirects to the page that asks for
 * the reason if the user has not proved in the last minutes who they are.
 */
export async function sendReport(
  signedIn: SignedIn,
  id: string,
  address: string,
): Promise<Response> {
  if (await requireRecentProof(signedIn, '', address)) return redirect(getReportPath(id));
  const { host, plan } = await requirePlan(id);
  const { user } = signedIn;
  const what = describeRecord(participant, id);
  await storeEntryFirst({
    ...{ username: user.username, title: REPORT_TITLE, action: 'Export' },
    attempt: `Downloading all data of ${what}`,
    describe: () => `Downloaded all data of ${what}`,
  });
  const { phones } = plan.person;
  noteRecords(user, 'Export', participant.name, [
    { entity: participant.name, key: id, isSecret: false },
    ...phones.map((key) => ({ entity: 'phone', key, isSecret: true })),
  ]);
  const text = writeReport(await collectReport(host, plan), formatMoment(Date.now(), 'date-time'));
  return new Response(text, {
    headers: {
      'Content-Type': 'text/html; charset=utf-8',
      'Content-Disposition': 'attachment; filename="data-of-a-participant.html"',
      'Cache-Control': 'no-store',
      'X-Content-Type-Options': 'nosniff',
      'Content-Security-Policy': "sandbox; default-src 'none'; style-src 'unsafe-inline'",
    },
  });
}

/** Returns the address of the page on which administrators produce all data of a participant. */
export function getReportPath(id: string): string {
  return toPublicPath(`/participant/report/${id}`);
}
