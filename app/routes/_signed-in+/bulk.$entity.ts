import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from '@remix-run/node';
import { selectRecords } from '~/lib/bulk/select-records.server';
import { findBulkEntity } from '~/lib/core/entities/bulk';
import { requireSignedIn } from '~/lib/core/session/guard.server';
import { leadHome } from '~/lib/core/session/no-such-page.server';

/** Stores the rows that were selected in the list of any entity: POST /bulk/country. */
export async function action({ request, params }: ActionFunctionArgs) {
  const signedIn = await requireSignedIn(request);
  const entity = findBulkEntity(params.entity);
  if (!entity) throw await leadHome(signedIn, request);
  return selectRecords(signedIn, entity, request);
}

export async function loader({ request, params }: LoaderFunctionArgs) {
  const signedIn = await requireSignedIn(request);
  const entity = findBulkEntity(params.entity);
  return entity ? redirect(entity.list.path) : leadHome(signedIn, request);
}
