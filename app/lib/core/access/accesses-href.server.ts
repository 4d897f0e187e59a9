import { toPublicPath } from '../addresses/public-path.server';
import type { Entity } from '../entities/entity';
import { isPersonal } from '../entities/treatment';
import { mayReadAccesses } from '../session/permissions';
import type { SignedInUser } from '../session/user';
import { access } from './access-entity';
import { getAddressName } from './record-keys.server';
import { getShownRecord } from './shown-records';

/**
 * Returns the address of the accesses to a record, or undefined if the user may not read them, or if the records of the
 * entity identify nobody, so that they are not logged. The address holds no key that identifies a person.
 */
export function findAccessesHref(
  user: SignedInUser,
  entity: Entity,
  id: string,
): string | undefined {
  if (!mayReadAccesses(user) || !isPersonal(entity.list)) return undefined;
  const record = getShownRecord(entity, id);
  return toPublicPath(`${access.list.path}/${record.entity}/${getAddressName(record)}`);
}
