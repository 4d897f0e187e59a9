import { createHash } from 'node:crypto';
import { getApiHost } from '../host/host.server';
import type { SignedInUser } from './user';

/**
 * Returns the key under which the panel stores a user's data. The key is made of the host's address and the
 * user's id, because other hosts have other users and usernames may not be unique. For a user without an id, it
 * is made of the username.
 */
export function getUserKey({ id, username }: Pick<SignedInUser, 'id' | 'username'>): string {
  const host = getApiHost().address ?? 'embedded';
  const identity = id === '' ? ['name', username] : ['id', id];
  return createHash('sha256')
    .update(JSON.stringify([host, ...identity]))
    .digest('base64url');
}
