import type { Entity } from '../entities/entity';
import { getApiHost } from '../host/host.server';

/**
 * Returns the path of an entity's list on the API host. Returns undefined if the list does not come from the
 * API host, or if only the embedded host has it and the panel uses a remote host.
 */
export function getHostListPath({ host }: Pick<Entity, 'host'>): string | undefined {
  if (!host || (host.embeddedOnly && !getApiHost().conforms)) return undefined;
  return host.list;
}
