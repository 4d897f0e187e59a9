import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node';
import { sendFile } from '~/lib/export/send-file.server';
import { requireSignedIn } from '~/lib/session/guard.server';

/** Sends a file that the user has exported: GET /exported/{token}/data, or its readme: GET /exported/{token}/readme. */
export async function loader({ request, params, context }: LoaderFunctionArgs) {
  const signedIn = await requireSignedIn(request);
  const { token = '', part = '' } = params;
  return sendFile(signedIn, token, part, context.applyBackpressure);
}

/** Refuses forms. Checks the session first, as all addresses do. */
export async function action({ request }: ActionFunctionArgs) {
  await requireSignedIn(request);
  return new Response('This page does not accept forms.', { status: 405 });
}
