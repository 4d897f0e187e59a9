import { toPublicPath } from '../core/addresses/public-path.server';
import { isAdministrator } from '../core/session/permissions';
import type { SignedInUser } from '../core/session/user';
import type { NamedLink } from './detail-view';

/** Returns the links to the pages by which administrators answer the requests of a participant about their data. */
export function listRights(
  user: SignedInUser,
  entity: string,
  id: string,
  isWithdrawn: boolean,
): NamedLink[] {
  if (entity !== 'participant' || !isAdministrator(user)) return [];
  return [
    {
      title: isWithdrawn ? 'Take back the withdrawal' : 'Withdraw',
      href: toPublicPath(`/participant/withdraw/${id}`),
    },
    { title: 'Download all data', href: toPublicPath(`/participant/report/${id}`) },
    { title: 'Erase participant', href: toPublicPath(`/participant/erase/${id}`) },
  ];
}
