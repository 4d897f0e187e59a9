import { toPublicPath } from '../addresses/public-path.server';
import { getApiHost } from '../host/host.server';
import { isAdministrator } from '../session/permissions';
import type { SignedInUser } from '../session/user';
import type { NamedLink } from './detail-view';

/** Returns the links to the pages by which administrators answer the requests of a participant about their data. */
export function listRights(
  user: SignedInUser,
  entity: string,
  id: string,
  isWithdrawn: boolean,
): NamedLink[] {
  if (entity !== 'participant' || !isAdministrator(user)) return [];
  const withdrawal = {
    title: isWithdrawn ? 'Take back the withdrawal' : 'Withdraw',
    href: toPublicPath(`/participant/withdraw/${id}`),
  };
  return [
    ...(getApiHost().isEmbedded ? [withdrawal] : []),
    { title: 'Download all data', href: toPublicPath(`/participant/report/${id}`) },
    { title: 'Erase participant', href: toPublicPath(`/participant/erase/${id}`) },
  ];
}
