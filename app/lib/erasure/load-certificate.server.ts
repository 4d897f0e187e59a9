import { audit } from '../host/audit.server';
import type { SignedIn } from '../session/guard.server';
import { buildCertificate, CERTIFICATE_TITLE } from './build-certificate.server';
import { type Erasure, readErasure } from './erasure-store.server';
import type { CertificateView } from './erasure-view';
import { runErasure } from './run-erasure.server';

/** Loads the certificate of an erasure. Throws a 404 response if there is none. */
export async function loadCertificate({ user }: SignedIn, id: string): Promise<CertificateView> {
  const erasure = await requireErasure(id);
  audit({
    username: user.username,
    title: CERTIFICATE_TITLE,
    action: 'View',
    description: `Viewed ${CERTIFICATE_TITLE} ${id}`,
  });
  return buildCertificate(erasure);
}

/** Completes an erasure that was interrupted. Throws a 404 response if there is none. */
export async function completeErasure(id: string): Promise<void> {
  await requireErasure(id);
  await runErasure(id, true);
}

async function requireErasure(id: string): Promise<Erasure> {
  const erasure = await readErasure(id);
  if (!erasure) throw new Response('There is no such certificate.', { status: 404 });
  return erasure;
}
