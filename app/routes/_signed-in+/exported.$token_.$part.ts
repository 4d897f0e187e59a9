import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node';
import { refuseForm } from '~/lib/core/server/refuse';
import { requireSignedIn } from '~/lib/core/session/guard.server';
import { sendExportedFile } from '~/lib/export/send-file.server';

/** Sends a file that the user has exported: GET /exported/{token}/data, or its readme: GET /exported/{token}/readme. */
export async function loader({ request, params, context }: LoaderFunctionArgs) {
  const signedIn = await requireSignedIn(request);
  const { token = '', part = '' } = params;
  return sendExportedFile(signedIn, token, part, context.applyBackpressure);
}

/** Refuses forms. Checks the session first, as all addresses do. */
export async function action({ request }: ActionFunctionArgs) {
  await requireSignedIn(request);
  refuseForm();
}
