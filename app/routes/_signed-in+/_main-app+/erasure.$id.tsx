import { type ActionFunctionArgs, data, type LoaderFunctionArgs, redirect } from '@remix-run/node';
import { useActionData, useLoaderData } from '@remix-run/react';
import { toErrorText } from 'shared/error-text';
import { CertificatePage } from '~/components/erasure/certificate-page';
import { erasureRefusal } from '~/lib/erasure/erasure-view';
import { completeErasure, loadCertificate } from '~/lib/erasure/load-certificate.server';
import { getCertificatePath } from '~/lib/erasure/require-plan.server';
import { log } from '~/lib/server/log.server';
import { requireAdministrator } from '~/lib/session/require-administrator.server';

/** Loads the certificate of an erasure. */
export async function loader({ request, params }: LoaderFunctionArgs) {
  const signedIn = await requireAdministrator(request, erasureRefusal);
  return loadCertificate(signedIn, params.id ?? '');
}

/** Completes an erasure that was interrupted. */
export async function action({ request, params }: ActionFunctionArgs) {
  await requireAdministrator(request, erasureRefusal);
  const id = params.id ?? '';
  try {
    await completeErasure(id);
  } catch (error) {
    if (error instanceof Response) throw error;
    log.error({ erasure: id, error: toErrorText(error) }, 'an erasure is not completed yet');
    return data({ error: 'The erasure could not be completed yet. Try again later.' }, 503);
  }
  return redirect(getCertificatePath(id));
}

export default function Certificate() {
  const reply = useActionData<{ error: string }>();
  return <CertificatePage view={useLoaderData<typeof loader>()} error={reply?.error} />;
}
