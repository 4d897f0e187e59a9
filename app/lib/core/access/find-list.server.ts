import { toPublicPath } from '../addresses/public-path.server';
import { findAddressId, readAddressId } from '../addresses/record-address.server';
import { findListEntity } from '../entities';
import type { Entity } from '../entities/entity';
import type { AccessScope } from '../entities/list-scope';
import type { SignedIn } from '../session/guard.server';
import { refuseOtherReaders } from '../session/require-access-reader.server';
import { getUserKey } from '../session/user-key.server';
import { access, bindAccessesToRecord, bindAccessesToUser } from './access-entity';
import { findRecordType } from './access-words';
import { bindRecordsToAccess } from './accessed-record';
import { findAccess } from './read-accessed-records.server';
import { isAddressName } from './record-keys.server';
import { hasIdentifyingKey } from './shown-records';

/**
 * Returns the entity whose list has the path `/{path}`, or undefined if there is none. Throws a 403 response for a list of
 * the access log that the user may not read, and a 404 response for a list of a record with an opaque id of another kind.
 */
export async function findList(
  signedIn: SignedIn,
  path: string | undefined,
): Promise<Entity | undefined> {
  if (/^\/audit\/access(es)?(\/|$)/.test(`/${path}`)) await refuseOtherReaders(signedIn);
  return findAnyList(getUserKey(signedIn.user), signedIn.session.id, path, readAddressId);
}

/**
 * Returns the entity like `findList`, but does not check whether the user may read the list, and throws no response.
 * `readId` is that of `findListEntity`.
 */
export async function findAnyList(
  userKey: string,
  session: string,
  path: string | undefined,
  readId = findAddressId,
): Promise<Entity | undefined> {
  const address = `/${path}`;
  if (address === '/profile/accesses') return bindAccessesToUser(userKey);
  const own = /^\/profile\/access\/(\d{1,9})$/.exec(address)?.[1];
  if (own !== undefined) return findRecordsOfAccess(own, { userKey });
  const one = /^\/audit\/access\/(\d{1,9})$/.exec(address)?.[1];
  if (one !== undefined) return findRecordsOfAccess(one);
  if (address === access.list.path) return access;
  if (!address.startsWith(access.list.path)) return findListEntity(path, session, readId);
  const [, entity, name] = /^\/audit\/accesses\/([\w-]+)\/(~?[\w-]+)$/.exec(address) ?? [];
  return entity && name ? findAccessesToRecord(entity, name, readId) : undefined;
}

/**
 * Returns the list of the accesses to a record. `address` is the record's name from `getAddressName`, which may be
 * encrypted. Returns undefined if the log has no such records, or if the name does not have the format of such a name.
 * A phone number that a user has typed into the address, for example, does not.
 */
export function findAccessesToRecord(
  entity: string,
  address: string,
  readId = findAddressId,
): Entity | undefined {
  const type = findRecordType(entity);
  const name = readId(entity, address);
  if (!type || name === undefined || !isAddressName(name, hasIdentifyingKey(entity)))
    return undefined;
  const path = toPublicPath(`${access.list.path}/${entity}/${name}`);
  return bindAccessesToRecord(type, name, path.slice(path.lastIndexOf('/') + 1));
}

/**
 * Returns the list of the records of an access. Returns undefined if the access does not exist, or if it is not an
 * access of the user in `scope`.
 */
export async function findRecordsOfAccess(
  id: string,
  scope: Pick<AccessScope, 'userKey' | 'nameRecords'> = {},
): Promise<Entity | undefined> {
  if (!/^\d{1,9}$/.test(id)) return undefined;
  const found = await findAccess(Number(id), scope.userKey);
  return found && bindRecordsToAccess(found, scope);
}
