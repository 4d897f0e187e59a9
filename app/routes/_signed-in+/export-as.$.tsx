import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node';
import { useActionData, useLoaderData } from '@remix-run/react';
import { PageHead } from '~/components/page-head';
import { findList } from '~/lib/core/access/find-list.server';
import { getClientAddress } from '~/lib/core/session/client-address.server';
import { requireSignedIn } from '~/lib/core/session/guard.server';
import { leadHome } from '~/lib/core/session/no-such-page.server';
import { ExportForm } from '~/lib/export/export-form';
import { loadFormats } from '~/lib/export/load-formats.server';
import { orderExport } from '~/lib/export/order-export.server';

/**
 * Loads the page on which users choose the format of a file for analysis: /export-as/participants?{the query of the
 * list}.
 */
export async function loader({ request, params }: LoaderFunctionArgs) {
  const signedIn = await requireSignedIn(request);
  const entity = await findList(signedIn, params['*']);
  if (!entity) throw await leadHome(signedIn, request);
  return loadFormats(signedIn, entity, request);
}

export async function action({ request, params, context }: ActionFunctionArgs) {
  const signedIn = await requireSignedIn(request, { write: false });
  const entity = await findList(signedIn, params['*']);
  if (!entity) throw await leadHome(signedIn, request);
  return orderExport(signedIn, entity, request, getClientAddress(context));
}

export default function ExportAs() {
  const { title, list, backHref, error, ...form } = useLoaderData<typeof loader>();
  const reply = useActionData<typeof action>();
  return (
    <>
      <PageHead
        {...{ title, backHref }}
        backTitle={list}
        error={error ?? reply?.error ?? reply?.reasonError ?? reply?.proof?.message}
      />
      <ExportForm {...form} reply={reply} hasFailed={error !== undefined} />
    </>
  );
}
