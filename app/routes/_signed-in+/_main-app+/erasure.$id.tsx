import { type ActionFunctionArgs, data, type LoaderFunctionArgs, redirect } from '@remix-run/node';
import { useActionData, useLoaderData } from '@remix-run/react';
import { requireAdministrator } from '~/lib/core/session/require-administrator.server';
import { CertificatePage } from '~/lib/erasure/certificate-page';
import { erasureRefusal } from '~/lib/erasure/erasure-view';
import { completeErasure, loadCertificate } from '~/lib/erasure/load-certificate.server';
import { getCertificatePath } from '~/lib/erasure/require-plan.server';

/** Loads the certificate of an erasure. */
export async function loader({ request, params }: LoaderFunctionArgs) {
  const signedIn = await requireAdministrator(request, erasureRefusal);
  return loadCertificate(signedIn, params.id ?? '');
}

/** Completes an erasure that was interrupted. */
export async function action({ request, params }: ActionFunctionArgs) {
  await requireAdministrator(request, erasureRefusal);
  const id = params.id ?? '';
  if (await completeErasure(id)) return redirect(getCertificatePath(id));
  return data({ error: 'The erasure could not be completed yet. Try again later.' }, 503);
}

export default function Certificate() {
  const reply = useActionData<{ error: string }>();
  return <CertificatePage view={useLoaderData<typeof loader>()} error={reply?.error} />;
}
