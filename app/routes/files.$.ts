import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node';
import { refuseRequest } from '~/lib/core/server/refuse';
import { requireSignedIn } from '~/lib/core/session/guard.server';
import { serveFile } from '~/lib/uploads/serve-file.server';

/** Returns a file of the embedded host to a signed-in user. */
export async function loader({ request, params }: LoaderFunctionArgs) {
  await requireSignedIn(request);
  return serveFile(params['*'] ?? '');
}

export async function action({ request }: ActionFunctionArgs) {
  await requireSignedIn(request);
  refuseRequest(
    405,
    'Nothing was uploaded: this address only sends files. Upload a file in a form.',
  );
}
