import { randomUUID } from 'node:crypto';
import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import { MAX_IMPORT_BYTES } from 'shared/form-reader/read-file';
import { describeSize } from 'shared/size-in-words';
import { ImportForm } from '~/components/import/import-form';
import { audit } from '~/lib/host/audit.server';
import { checkImport, TITLE } from '~/lib/import/check-import.server';
import { importables } from '~/lib/import/importable';
import { listFiles } from '~/lib/import/stored-files.server';
import { requireImporter } from '~/lib/session/require-importer.server';

/** Loads the form that uploads a file to import. */
export async function loader({ request }: LoaderFunctionArgs) {
  const { user } = await requireImporter(request);
  audit({ username: user.username, title: TITLE, action: 'View', description: `Viewed ${TITLE}` });
  return {
    title: TITLE,
    lists: importables.map(({ list, title }) => ({ value: list, label: title })),
    limit: describeSize(MAX_IMPORT_BYTES),
    token: randomUUID(),
    files: await listFiles(user),
  };
}

export async function action({ request }: ActionFunctionArgs) {
  return checkImport(await requireImporter(request), request);
}

export default function Import() {
  return <ImportForm {...useLoaderData<typeof loader>()} />;
}
