import type { LoaderFunctionArgs } from '@remix-run/node';
import { Outlet, useLoaderData } from '@remix-run/react';
import { Logo } from '~/components/logo';
import { Toast } from '~/components/toast';
import { takeToast } from '~/lib/core/session/take-toast.server';

export async function loader({ request }: LoaderFunctionArgs) {
  return { toast: await takeToast(request) };
}

export default function SignedOutLayout() {
  const { toast } = useLoaderData<typeof loader>();
  return (
    <main className="mx-auto flex min-h-screen w-full max-w-md flex-col justify-center p-4">
      <Toast toast={toast} />
      <div className="mb-6 flex justify-center">
        <Logo size={56} />
      </div>
      <Outlet />
    </main>
  );
}
