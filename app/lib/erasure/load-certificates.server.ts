import { audit } from '../core/host/audit.server';
import { formatMoment } from '../core/server/format-moment.server';
import type { SignedIn } from '../core/session/guard.server';
import { listErasures, type StoredErasure } from './erasure-store.server';
import { CERTIFICATES, type CertificateLine, type CertificateList } from './erasure-view';
import { sumCounts } from './plan';
import { getCertificatePath } from './require-plan.server';

/** The number of certificates on a page. */
const SIZE = 50;

/** Loads a page of the list of all erasures, the newest first. None of its fields names a participant. */
export async function loadCertificates(
  { user }: SignedIn,
  request: Request,
): Promise<CertificateList> {
  const { path, title } = CERTIFICATES;
  audit({ username: user.username, title, action: 'View', description: `Viewed ${title}` });
  const asked = Number(new URL(request.url).searchParams.get('page'));
  const page = Number.isSafeInteger(asked) && asked > 1 ? Math.min(asked, 1_000_000) : 1;
  const { erasures, total } = await listErasures({ offset: (page - 1) * SIZE, limit: SIZE });
  return {
    title,
    trail: [{ title: 'Audit Trail', href: '/audit' }, { title }],
    total,
    lines: erasures.map(buildLine),
    newerHref: page > 1 ? `${path}?page=${page - 1}` : undefined,
    olderHref: page * SIZE < total ? `${path}?page=${page + 1}` : undefined,
  };
}

function buildLine({
  id,
  username,
  createdAt,
  completedAt,
  certificate,
}: StoredErasure): CertificateLine {
  return {
    ...{ id, username },
    started: formatMoment(createdAt, 'date-time'),
    completed: completedAt === undefined ? undefined : formatMoment(completedAt, 'date-time'),
    participant: certificate?.participant,
    records: certificate && sumCounts(certificate.counts),
    href: certificate && getCertificatePath(id),
  };
}
