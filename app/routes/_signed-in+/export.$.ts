import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from '@remix-run/node';
import { findList } from '~/lib/core/access/find-list.server';
import { exportList } from '~/lib/core/list/export-list.server';
import { requireSignedIn } from '~/lib/core/session/guard.server';
import { leadHome } from '~/lib/core/session/no-such-page.server';

/** Exports a list. POST /export/users?{the query of the list} returns a file. */
export async function action({ request, params, context }: ActionFunctionArgs) {
  const signedIn = await requireSignedIn(request, { write: false });
  const entity = await findList(signedIn, params['*']);
  return entity
    ? exportList(signedIn, entity, request, context.applyBackpressure)
    : leadHome(signedIn, request);
}

export async function loader({ request, params }: LoaderFunctionArgs) {
  const signedIn = await requireSignedIn(request);
  const entity = await findList(signedIn, params['*']);
  return entity ? redirect(entity.list.path) : leadHome(signedIn, request);
}
