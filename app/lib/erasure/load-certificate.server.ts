import { audit } from '../core/host/audit.server';
import { attemptJob } from '../core/jobs/run-job.server';
import { refuseMissing } from '../core/server/refuse';
import type { SignedIn } from '../core/session/guard.server';
import { buildCertificate, CERTIFICATE_TITLE } from './build-certificate.server';
import { type Erasure, isCompleted, readErasure } from './erasure-store.server';
import type { CertificateView } from './erasure-view';
import { erasureJobs } from './run-erasure.server';

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

/**
 * Carries out an erasure, or completes it after an interruption. Returns false if it is not completed yet: the panel
 * then tries again later. Throws a 404 response if there is none.
 */
export async function completeErasure(id: string): Promise<boolean> {
  await requireErasure(id);
  await attemptJob(erasureJobs, id);
  return isCompleted(id);
}

async function requireErasure(id: string): Promise<Erasure> {
  const erasure = await readErasure(id);
  if (!erasure) refuseMissing('certificate');
  return erasure;
}
