import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import { RecordForm } from '~/components/record-form/record-form';
import { requireSignedIn } from '~/lib/auth/guard.server';
import { discussionPosts } from '~/lib/entities/discussion-post';
import { loadForm } from '~/lib/form/load-form.server';
import { saveForm } from '~/lib/form/save-form.server';

export async function loader({ request, params: { fid = '', eid = '' } }: LoaderFunctionArgs) {
  return loadForm(await requireSignedIn(request), discussionPosts(fid), request, eid);
}

export async function action({ request, params: { fid = '', eid = '' } }: ActionFunctionArgs) {
  return saveForm(await requireSignedIn(request), discussionPosts(fid), request, eid);
}

export default function EditPost() {
  return <RecordForm view={useLoaderData<typeof loader>()} />;
}
