import { declarations } from 'shared/entities';
import { fromOpaqueId } from '../addresses/record-address.server';
import { findListEntity } from '../entities';
import type { Entity } from '../entities/entity';
import type { SignedIn } from '../session/guard.server';
import { refuseOtherReaders } from '../session/require-access-reader.server';
import { getUserKey } from '../session/user-key.server';
import { access, bindAccessesToRecord, bindAccessesToUser } from './access-entity';

/**
 * Returns the entity whose list has the path `/{path}`, or undefined if there is none. Throws a 403 response for a
 * list of the access log that the user may not read.
 */
export async function findList(
  signedIn: SignedIn,
  path: string | undefined,
): Promise<Entity | undefined> {
  const address = `/${path}`;
  if (address === '/profile/accesses') return bindAccessesToUser(getUserKey(signedIn.user));
  const [, entity, name] = /^\/audit\/accesses(?:\/([\w-]+)\/(~?[\w-]+))?$/.exec(address) ?? [
    undefined,
  ];
  if (!address.startsWith(access.list.path))
    return findListEntity(path, signedIn.session.id, fromOpaqueId);
  await refuseOtherReaders(signedIn);
  if (address === access.list.path) return access;
  return entity && name ? findAccessedRecord(entity, name) : undefined;
}

/** Returns the list of the accesses to a record, or undefined if the panel has no such entity. */
export function findAccessedRecord(entity: string, name: string): Entity | undefined {
  const declaration = declarations.find((candidate) => candidate.name === entity);
  if (!/^~?[\w-]{1,40}$/.test(name)) return undefined;
  return declaration && bindAccessesToRecord(declaration, name);
}
