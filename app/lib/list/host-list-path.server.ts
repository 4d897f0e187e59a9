import type { Entity } from '../entities/entity';
import { apiHost } from '../host/host.server';

/** Returns the path of an entity's list on the API host; undefined if the host does not have it. */
export function hostListPath({ host }: Pick<Entity, 'host'>): string | undefined {
  if (!host || (host.embeddedOnly && !apiHost().conforms)) return undefined;
  return host.list;
}
