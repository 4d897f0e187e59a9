import { createHash } from 'node:crypto';
import { getApiHost } from '../host/host.server';
import type { SignedInUser } from './user';

/**
 * Returns the key under which the panel stores what belongs to a user: usernames are not unique on every host, and
 * another host has other users. Without an id, names are assumed to be unique.
 */
export function getUserKey({ id, username }: Pick<SignedInUser, 'id' | 'username'>): string {
  const host = getApiHost().address ?? 'embedded';
  const identity = id === '' ? ['name', username] : ['id', id];
  return createHash('sha256')
    .update(JSON.stringify([host, ...identity]))
    .digest('base64url');
}
