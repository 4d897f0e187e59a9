import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from '@remix-run/node';
import { findUpload } from '~/lib/core/entities';
import { refuseRequest } from '~/lib/core/server/refuse';
import { requireSignedIn } from '~/lib/core/session/guard.server';
import { takeUpload } from '~/lib/uploads/take-upload.server';

/** Uploads the file of one form field separately, so that script can show its progress. */
export async function action({ request, params }: ActionFunctionArgs) {
  const signedIn = await requireSignedIn(request);
  const spec = findUpload(params.entity, params.field);
  if (!spec) refuseRequest(404, 'Nothing can be uploaded here.');
  return takeUpload(signedIn, spec, request);
}

export async function loader({ request }: LoaderFunctionArgs) {
  await requireSignedIn(request);
  return redirect('/home');
}
