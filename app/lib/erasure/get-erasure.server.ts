import type { HostErasure } from '../core/host/api-host';
import { getApiHost } from '../core/host/host.server';
import { remoteErasure } from './remote-erasure.server';

/** Returns the way in which the panel finds and erases the records of a participant with its API host. */
export function getErasure(): HostErasure {
  return getApiHost().erasure ?? remoteErasure;
}
