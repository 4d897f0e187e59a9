import type { LoaderFunctionArgs } from '@remix-run/node';
import { readOpaqueParam } from '~/lib/addresses/public-path.server';
import { reportRefusal } from '~/lib/erasure/erasure-view';
import { sendReport } from '~/lib/erasure/send-report.server';
import { getClientAddress } from '~/lib/session/client-address.server';
import { requireAdministrator } from '~/lib/session/require-administrator.server';

/** Sends the file with all data of a participant, after the page of the participant's data has asked for the reason. */
export async function loader({ request, params, context }: LoaderFunctionArgs) {
  const signedIn = await requireAdministrator(request, reportRefusal);
  const id = readOpaqueParam(request, params.eid);
  return sendReport(signedIn, id, getClientAddress(context));
}
