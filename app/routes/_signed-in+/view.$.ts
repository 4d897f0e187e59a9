import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from '@remix-run/node';
import { findList } from '~/lib/core/access/find-list.server';
import { readForm } from '~/lib/core/form/read-form.server';
import { listInputs } from '~/lib/core/list/list-state';
import { buildListAddress, readList } from '~/lib/core/list/open-list.server';
import { requireSignedIn } from '~/lib/core/session/guard.server';
import { leadHome } from '~/lib/core/session/no-such-page.server';

/**
 * Opens a list with posted filters: POST /view/participants. Redirects to the address of the list, in which a view
 * stands for the filters that identify people.
 */
export async function action({ request, params }: ActionFunctionArgs) {
  const signedIn = await requireSignedIn(request, { write: false });
  const entity = await findList(signedIn, params['*']);
  if (!entity) return leadHome(signedIn, request);
  const form = await readForm(request, listInputs(entity.list));
  const posted = new URLSearchParams([...form].map(([name, value]) => [name, String(value)]));
  const state = await readList(signedIn, entity.list, posted);
  return redirect(await buildListAddress(signedIn, state));
}

export async function loader({ request, params }: LoaderFunctionArgs) {
  const signedIn = await requireSignedIn(request);
  const entity = await findList(signedIn, params['*']);
  return entity ? redirect(entity.list.path) : leadHome(signedIn, request);
}
