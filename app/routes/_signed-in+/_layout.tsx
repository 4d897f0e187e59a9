import type { LoaderFunctionArgs } from '@remix-run/node';
import { Outlet, useLoaderData } from '@remix-run/react';
import { Shell } from '~/components/shell/shell';
import { Toast } from '~/components/toast';
import { requireSignedIn, takeToast } from '~/lib/auth/guard.server';
import { config } from '~/lib/config.server';
import { readPreferences } from '~/lib/preferences.server';

const FIRST_YEAR = 2022;

export async function loader({ request }: LoaderFunctionArgs) {
  const { user } = await requireSignedIn(request);
  const year = new Date().getFullYear();
  return {
    userName: user.name,
    product: config.PRODUCT_NAME,
    years: year > FIRST_YEAR ? `${FIRST_YEAR}–${year}` : String(FIRST_YEAR),
    compactMenu: (await readPreferences(request)).menu === 'compact',
    toast: await takeToast(request),
  };
}

export default function SignedInLayout() {
  const { toast, ...shell } = useLoaderData<typeof loader>();
  return (
    <Shell {...shell}>
      <Toast toast={toast} />
      <Outlet />
    </Shell>
  );
}
