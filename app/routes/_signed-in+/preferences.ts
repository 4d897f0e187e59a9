import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from '@remix-run/node';
import { getSafeReturnPath } from '~/lib/core/addresses/return-path.server';
import { readForm } from '~/lib/core/form/read-form.server';
import { changePreferences, preferenceInputs } from '~/lib/core/server/preferences.server';
import { requireSignedIn } from '~/lib/core/session/guard.server';

export async function loader({ request }: LoaderFunctionArgs) {
  await requireSignedIn(request);
  return redirect('/home');
}

export async function action({ request }: ActionFunctionArgs) {
  await requireSignedIn(request, { write: false });
  const form = await readForm(request, { fields: [...preferenceInputs, 'to'] });
  const cookie = await changePreferences(request, form);
  return redirect(getSafeReturnPath(String(form.get('to'))), { headers: { 'Set-Cookie': cookie } });
}
