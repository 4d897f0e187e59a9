import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import { PageHead } from '~/components/page-head';
import { deleteJob } from '~/lib/core/jobs/job-store.server';
import { mustStore } from '~/lib/core/server/unwritable.server';
import { requireSignedIn } from '~/lib/core/session/guard.server';
import { ExportedFile } from '~/lib/export/exported-file';
import { loadFile, requireFile } from '~/lib/export/load-file.server';

/** Loads the page of a file that the user has exported: its progress, or the links to download it. */
export async function loader({ request, params }: LoaderFunctionArgs) {
  const signedIn = await requireSignedIn(request);
  return loadFile(signedIn, params.token ?? '');
}

/** Deletes the file, or ends the making of the file. */
export async function action({ request, params }: ActionFunctionArgs) {
  const signedIn = await requireSignedIn(request, { write: false });
  const file = await requireFile(signedIn, params.token ?? '');
  const { path, search } = file.content;
  await mustStore(() => deleteJob(file));
  await signedIn.toast({ kind: 'success', text: 'The file was deleted.' });
  return redirect(`/export-as/${path}${search ? `?${search}` : ''}`);
}

export default function Exported() {
  const view = useLoaderData<typeof loader>();
  return (
    <>
      <PageHead title={view.title} backHref={view.backHref} backTitle={view.list} />
      <ExportedFile view={view} />
    </>
  );
}
