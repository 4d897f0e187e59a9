import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import { ImportReview } from '~/components/import/import-review';
import { loadImport, runImport } from '~/lib/import/run-import.server';
import { requireImporter } from '~/lib/session/require-importer.server';

/** Loads the state of a file's check or import. */
export async function loader({ request, params }: LoaderFunctionArgs) {
  return loadImport(await requireImporter(request), params.token ?? '');
}

export async function action({ request, params }: ActionFunctionArgs) {
  return runImport(await requireImporter(request), request, params.token ?? '');
}

export default function ImportChecked() {
  return <ImportReview view={useLoaderData<typeof loader>()} />;
}
