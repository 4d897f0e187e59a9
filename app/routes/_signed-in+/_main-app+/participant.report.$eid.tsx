import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node';
import { useActionData, useLoaderData } from '@remix-run/react';
import { ReportPage } from '~/components/erasure/report-page';
import { readOpaqueParam } from '~/lib/addresses/public-path.server';
import { askReport, orderReport } from '~/lib/erasure/ask-report.server';
import { type ErasureReply, reportRefusal } from '~/lib/erasure/erasure-view';
import { getClientAddress } from '~/lib/session/client-address.server';
import { requireAdministrator } from '~/lib/session/require-administrator.server';

/** Loads the page on which administrators produce all data of a participant. */
export async function loader({ request, params }: LoaderFunctionArgs) {
  const signedIn = await requireAdministrator(request, reportRefusal);
  const order = new URL(request.url).searchParams.get('order') ?? '';
  return askReport(signedIn, readOpaqueParam(request, 'participant', params.eid), order);
}

export async function action({ request, params, context }: ActionFunctionArgs) {
  const signedIn = await requireAdministrator(request, reportRefusal);
  const id = readOpaqueParam(request, 'participant', params.eid);
  return orderReport(signedIn, request, id, getClientAddress(context));
}

export default function ReportOnParticipant() {
  return <ReportPage view={useLoaderData<typeof loader>()} reply={useActionData<ErasureReply>()} />;
}
