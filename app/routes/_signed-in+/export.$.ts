import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from '@remix-run/node';
import { findList } from '~/lib/access/find-list.server';
import { exportList } from '~/lib/list/export-list.server';
import { requireSignedIn } from '~/lib/session/guard.server';

/** Exports a list. POST /export/users?{the query of the list} returns a file. */
export async function action({ request, params, context }: ActionFunctionArgs) {
  const signedIn = await requireSignedIn(request, { write: false });
  const entity = await findList(signedIn, params['*']);
  return entity
    ? exportList(signedIn, entity, request, context.applyBackpressure)
    : redirect('/home');
}

export async function loader({ request, params }: LoaderFunctionArgs) {
  const signedIn = await requireSignedIn(request);
  return redirect((await findList(signedIn, params['*']))?.list.path ?? '/home');
}
