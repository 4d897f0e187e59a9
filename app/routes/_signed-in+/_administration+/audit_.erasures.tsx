import type { LoaderFunctionArgs } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import { requireAdministrator } from '~/lib/core/session/require-administrator.server';
import { CertificateTable } from '~/lib/erasure/certificate-table';
import { certificatesRefusal } from '~/lib/erasure/erasure-view';
import { loadCertificates } from '~/lib/erasure/load-certificates.server';

/** Loads the list of the certificates of erasures. */
export async function loader({ request }: LoaderFunctionArgs) {
  return loadCertificates(await requireAdministrator(request, certificatesRefusal), request);
}

export default function Erasures() {
  return <CertificateTable view={useLoaderData<typeof loader>()} />;
}
