import { formatMoment } from '../core/server/format-moment.server';
import type { Erasure } from './erasure-store.server';
import { CERTIFICATES, type CertificateView } from './erasure-view';
import { listUnreachable } from './unreachable.server';

export const CERTIFICATE_TITLE = 'Certificate of erasure';

/** Returns the certificate of an erasure as its page shows it. */
export function buildCertificate({
  id,
  username,
  createdAt,
  completedAt,
  certificate,
}: Erasure): CertificateView {
  const { kept, isCommand, ...shown } = certificate;
  return {
    title: CERTIFICATE_TITLE,
    trail: [
      { title: 'Audit Trail', href: '/audit' },
      { title: CERTIFICATES.title, href: CERTIFICATES.path },
      { title: CERTIFICATE_TITLE },
    ],
    ...{ id, username: isCommand ? `${username}, with a command` : username, ...shown },
    started: formatMoment(createdAt, 'date-time'),
    completed: completedAt === undefined ? undefined : formatMoment(completedAt, 'date-time'),
    remains: [...kept, ...listUnreachable()],
  };
}
