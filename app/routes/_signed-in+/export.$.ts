import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from '@remix-run/node';
import { requireSignedIn } from '~/lib/auth/guard.server';
import { entityOfList } from '~/lib/entities';
import { exportList } from '~/lib/list/export-list.server';

/** The export of every list: POST /export/users?{the list's filters} answers a file. */
export async function action({ request, params }: ActionFunctionArgs) {
  const signedIn = await requireSignedIn(request);
  const entity = entityOfList(params['*'], signedIn.session);
  return entity ? exportList(signedIn, entity, request) : redirect('/home');
}

export async function loader({ request, params }: LoaderFunctionArgs) {
  const { session } = await requireSignedIn(request);
  return redirect(entityOfList(params['*'], session)?.list.path ?? '/home');
}
