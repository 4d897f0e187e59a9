import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node';
import { requireSignedIn } from '~/lib/session/guard.server';
import { serveFile } from '~/lib/uploads/serve-file.server';

/** Returns a file of the embedded host to a signed-in user. */
export async function loader({ request, params }: LoaderFunctionArgs) {
  await requireSignedIn(request);
  return serveFile(params['*'] ?? '');
}

export async function action({ request }: ActionFunctionArgs) {
  await requireSignedIn(request);
  throw new Response(
    'Nothing was uploaded: this address only sends files. Upload a file in a form.',
    {
      status: 405,
    },
  );
}
