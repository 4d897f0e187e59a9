import { type ActionFunctionArgs, data, type LoaderFunctionArgs, redirect } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import { AccountForm } from '~/components/account-form';
import { requireSignedOut, safeReturnPath } from '~/lib/auth/guard.server';
import { signIn, signInFields } from '~/lib/auth/sign-in.server';
import { config } from '~/lib/config.server';

export async function loader({ request }: LoaderFunctionArgs) {
  await requireSignedOut(request);
  return {
    title: `Sign in – ${config.PRODUCT_NAME}`,
    product: config.PRODUCT_NAME,
    fields: signInFields,
  };
}

export async function action({ request }: ActionFunctionArgs) {
  await requireSignedOut(request);
  const result = await signIn(request);
  if (!result.ok) return data(result.reply, 400);
  const to = safeReturnPath(new URL(request.url).searchParams.get('to'));
  return redirect(to, { headers: { 'Set-Cookie': result.cookie } });
}

export default function Login() {
  const { product, fields } = useLoaderData<typeof loader>();
  return <AccountForm heading={`Sign in to ${product}`} fields={fields} submit="Sign in" />;
}
