import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node';
import { Link, useLoaderData } from '@remix-run/react';
import { ConfirmPage } from '~/components/forms/confirm-page';
import { readOpaqueParam } from '~/lib/core/addresses/public-path.server';
import { getClientAddress } from '~/lib/core/session/client-address.server';
import { requireAdministrator } from '~/lib/core/session/require-administrator.server';
import { askReport, orderReport } from '~/lib/erasure/ask-report.server';
import { CountTable } from '~/lib/erasure/count-table';
import { reportRefusal } from '~/lib/erasure/erasure-view';

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
  const view = useLoaderData<typeof loader>();
  const file = view.fileHref && (
    <div role="status" className="card mb-5 p-5">
      <p className="font-medium">The file is ready.</p>
      <p>You can download it for ten minutes. Each download is recorded in the audit log.</p>
      <p className="mt-4">
        <Link to={view.fileHref} reloadDocument className="button-primary">
          Download the file
        </Link>
      </p>
    </div>
  );
  return (
    <ConfirmPage view={view} notice={file}>
      <p>{view.effect}</p>
      <CountTable counts={view.counts} caption="Records in the file" />
    </ConfirmPage>
  );
}
