import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from '@remix-run/node';
import { requireSignedIn } from '~/lib/auth/guard.server';
import { entityOfList } from '~/lib/entities';
import { exportList } from '~/lib/list/export-list.server';

/** The export of every list: POST /export/users?{the list's filters} answers a file. */
export async function action({ request, params, context }: ActionFunctionArgs) {
  const signedIn = await requireSignedIn(request, { write: false });
  const entity = entityOfList(params['*'], signedIn.session.id);
  return entity ? exportList(signedIn, entity, request, context.clientReady) : redirect('/home');
}

export async function loader({ request, params }: LoaderFunctionArgs) {
  const { session } = await requireSignedIn(request);
  return redirect(entityOfList(params['*'], session.id)?.list.path ?? '/home');
}
