import { redirect } from '@remix-run/node';
import { toPublicPath } from '../core/addresses/public-path.server';
import { getEntity } from '../core/entities';
import { storeEntryFirst } from '../core/list/export-file.server';
import { requireRecentProof } from '../core/proof/require-recent-proof.server';
import { describeRecord } from '../core/records/describe-record.server';
import { refuseRequest } from '../core/server/refuse';
import { makeSealer } from '../core/server/seal.server';
import type { SignedIn } from '../core/session/guard.server';
import { getUserKey } from '../core/session/user-key.server';
import { NO_FILE, produceReport, REPORT_TITLE } from './produce-report.server';
import { requirePlan } from './require-plan.server';

/** The time in milliseconds for which a file can be downloaded after its reason was entered. */
const ORDER_MS = 10 * 60_000;

const participant = getEntity('participant');
const { seal, unseal } = makeSealer('participant reports');

/**
 * Returns a response with all that is stored about a participant, as one file. Redirects to the page that asks for
 * the reason if the user has not entered it, or not proved who they are, in the last minutes.
 */
export async function sendReport(
  signedIn: SignedIn,
  id: string,
  { order, address }: { order: string; address: string },
): Promise<Response> {
  const { host, plan } = await requirePlan(id, NO_FILE);
  if (!isOrdered(signedIn, id, order) || (await requireRecentProof(signedIn, '', address)))
    return redirect(getReportPath(id));
  const { user } = signedIn;
  const what = describeRecord(participant, id);
  await storeEntryFirst({
    ...{ username: user.username, title: REPORT_TITLE, action: 'Export' },
    attempt: `Downloading all data of ${what}`,
    describe: () => `Downloaded all data of ${what}`,
  });
  const report = await produceReport(user, host, plan);
  if (!report.ok) refuseRequest(503, `${NO_FILE} ${report.error}`);
  return new Response(report.value, {
    headers: {
      'Content-Type': 'text/html; charset=utf-8',
      'Content-Disposition': 'attachment; filename="data-of-a-participant.html"',
      'Cache-Control': 'no-store',
      'X-Content-Type-Options': 'nosniff',
      'Content-Security-Policy':
        "sandbox; default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'",
    },
  });
}

/** Returns a sealed order, with which a user who has just entered the reason downloads the file. */
export function sealOrder({ user }: SignedIn, id: string): string {
  return seal(String(Date.now()), [getUserKey(user), id]);
}

/** Returns whether a user has ordered the file of a participant in the last minutes. */
export function isOrdered({ user }: SignedIn, id: string, order: string): boolean {
  const ordered = Number(unseal(order, [getUserKey(user), id])?.toString('utf8'));
  return Math.abs(Date.now() - ordered) <= ORDER_MS;
}

/** Returns the address of the file. */
export function getReportFilePath(id: string, order: string): string {
  return `${getReportPath(id)}/file?${new URLSearchParams({ order })}`;
}

/** Returns the address of the page on which administrators produce all data of a participant. */
export function getReportPath(id: string): string {
  return toPublicPath(`/participant/report/${id}`);
}
