import { createHash } from 'node:crypto';
import { getApiHost } from '../host/host.server';
import type { SignedInUser } from './user';

/**
 * Returns the key under which the panel stores a user's data. The key is a hash of the host's address and the user's
 * id. The address is part of it because two hosts may use the same id for different users. The id is used because
 * usernames may not be unique. For a user without an id, the username takes its place.
 */
export function getUserKey({ id, username }: Pick<SignedInUser, 'id' | 'username'>): string {
  const host = getApiHost().key;
  const identity = id === '' ? ['name', username] : ['id', id];
  return createHash('sha256')
    .update(JSON.stringify([host, ...identity]))
    .digest('base64url');
}
