import type { Entity } from '../entities/entity';
import { getApiHost } from '../host/host.server';

/** Returns the path of an entity's list on the API host; undefined if the host does not have it. */
export function getHostListPath({ host }: Pick<Entity, 'host'>): string | undefined {
  if (!host || (host.embeddedOnly && !getApiHost().conforms)) return undefined;
  return host.list;
}
