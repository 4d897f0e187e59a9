import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node';
import { readOpaqueParam } from '~/lib/core/addresses/public-path.server';
import { refuseForm } from '~/lib/core/server/refuse';
import { getClientAddress } from '~/lib/core/session/client-address.server';
import { requireAdministrator } from '~/lib/core/session/require-administrator.server';
import { reportRefusal } from '~/lib/erasure/erasure-view';
import { sendReport } from '~/lib/erasure/send-report.server';

/** Sends the file with all data of a participant, after the page of the participant's data has asked for the reason. */
export async function loader({ request, params, context }: LoaderFunctionArgs) {
  const signedIn = await requireAdministrator(request, reportRefusal);
  const id = readOpaqueParam(request, 'participant', params.eid);
  const order = new URL(request.url).searchParams.get('order') ?? '';
  return sendReport(signedIn, id, { order, address: getClientAddress(context) });
}

/** Refuses forms. Without this action, Remix would answer with a 500 error. */
export async function action({ request }: ActionFunctionArgs) {
  await requireAdministrator(request, reportRefusal);
  refuseForm();
}
