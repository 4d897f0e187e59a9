import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node';
import { useActionData, useLoaderData } from '@remix-run/react';
import type { Choices } from 'shared/import/choices';
import type { ProofQuestion } from '~/lib/core/form/form-view';
import { getClientAddress } from '~/lib/core/session/client-address.server';
import { requireImporter } from '~/lib/core/session/require-importer.server';
import { ImportReview } from '~/lib/import/import-review';
import { loadImport, runImport } from '~/lib/import/run-import.server';

/** Loads the state of a file's check or import. */
export async function loader({ request, params }: LoaderFunctionArgs) {
  return loadImport(await requireImporter(request), params.token ?? '');
}

export async function action({ request, params, context }: ActionFunctionArgs) {
  const signedIn = await requireImporter(request);
  return runImport(signedIn, request, params.token ?? '', getClientAddress(context));
}

export default function ImportChecked() {
  const { proof, choices, problem } =
    useActionData<{ proof?: ProofQuestion; choices?: Choices; problem?: string }>() ?? {};
  const view = useLoaderData<typeof loader>();
  return <ImportReview view={view} proof={proof} chosen={choices} problem={problem} />;
}
