import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import { RecordForm } from '~/components/record-form/record-form';
import { bindToParent } from '~/lib/core/entities/bind-to-parent';
import { discussionPost } from '~/lib/core/entities/discussion-post';
import { loadForm } from '~/lib/core/records/load-form.server';
import { saveForm } from '~/lib/core/records/save-form.server';
import { requireSignedIn } from '~/lib/core/session/guard.server';

export async function loader({ request, params: { fid = '', eid = '' } }: LoaderFunctionArgs) {
  return loadForm(await requireSignedIn(request), bindToParent(discussionPost, fid), request, eid);
}

export async function action({ request, params: { fid = '', eid = '' } }: ActionFunctionArgs) {
  return saveForm(await requireSignedIn(request), bindToParent(discussionPost, fid), request, eid);
}

export default function EditPost() {
  return <RecordForm view={useLoaderData<typeof loader>()} />;
}
