import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from '@remix-run/node';
import { findUpload } from '~/lib/entities';
import { requireSignedIn } from '~/lib/session/guard.server';
import { takeUpload } from '~/lib/uploads/take-upload.server';

/** Uploads the file of one form field separately, so that script can show its progress. */
export async function action({ request, params }: ActionFunctionArgs) {
  const signedIn = await requireSignedIn(request);
  const spec = findUpload(params.entity, params.field);
  if (!spec) throw new Response('Nothing can be uploaded here.', { status: 404 });
  return takeUpload(signedIn, spec, request);
}

export async function loader({ request }: LoaderFunctionArgs) {
  await requireSignedIn(request);
  return redirect('/home');
}
