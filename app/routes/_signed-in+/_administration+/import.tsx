import { randomUUID } from 'node:crypto';
import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import { MAX_IMPORT_BYTES } from 'shared/form-reader/read-file';
import { describeSize } from 'shared/size-in-words';
import { audit } from '~/lib/core/host/audit.server';
import { requireImporter } from '~/lib/core/session/require-importer.server';
import { checkImport, IMPORT_TITLE } from '~/lib/import/check-import.server';
import { ImportForm } from '~/lib/import/import-form';
import { importables } from '~/lib/import/importable';
import { listStoredFiles } from '~/lib/import/stored-files.server';

/** Loads the form that uploads a file to import. */
export async function loader({ request }: LoaderFunctionArgs) {
  const { user } = await requireImporter(request);
  audit({
    username: user.username,
    title: IMPORT_TITLE,
    action: 'View',
    description: `Viewed ${IMPORT_TITLE}`,
  });
  return {
    title: IMPORT_TITLE,
    lists: importables.map(({ list, title }) => ({ value: list, label: title })),
    limit: describeSize(MAX_IMPORT_BYTES),
    token: randomUUID(),
    files: await listStoredFiles(user),
  };
}

export async function action({ request }: ActionFunctionArgs) {
  return checkImport(await requireImporter(request), request);
}

export default function Import() {
  return <ImportForm {...useLoaderData<typeof loader>()} />;
}
