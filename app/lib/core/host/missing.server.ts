import { config } from '../server/config.server';
import { log } from '../server/log.server';
import type { ApiResult } from './api-result';
import { toEndpointPath } from './path-only';

/** The statuses with which hosts answer at a path that they do not have. */
const MISSING: readonly number[] = [404, 405];

/** The endpoints that the host did not have at the latest request. */
const missing = new Set<string>();
/**
 * The endpoints that have been logged as missing. They stay here even when they are found again: a host may answer with
 * 404 for one record and not for the next.
 */
const logged = new Set<string>();

/** Returns true if hosts answer with this status at a path that they do not have. */
export function isMissingStatus(status: number): boolean {
  return MISSING.includes(status);
}

/**
 * Returns the error for a path that the host does not have, and marks its endpoint as missing. Logs each
 * endpoint only once.
 */
export function noteMissingEndpoint(path: string, status: number): ApiResult<never> {
  const endpoint = getEndpoint(path);
  missing.add(endpoint);
  if (!logged.has(endpoint)) {
    logged.add(endpoint);
    log.info({ path: endpoint, status }, 'the API host does not have this path');
  }
  return { ok: false, error: { kind: 'missing', status } };
}

/** Marks the endpoint of a path as available. */
export function noteFoundEndpoint(path: string): void {
  if (missing.size > 0) missing.delete(getEndpoint(path));
}

/** Returns true if the host did not have this endpoint at the latest request. */
export function isKnownMissing(path: string): boolean {
  return missing.has(getEndpoint(path));
}

/**
 * Returns a path without ids. Configured paths are returned unchanged, because they contain no ids and may be
 * longer than `{entity}/{verb}`.
 */
function getEndpoint(path: string): string {
  const ownPaths: readonly string[] = [
    config.API_CREATE_ACCOUNT_PATH,
    config.API_RESET_PASSWORD_PATH,
    config.API_CHANGE_PASSWORD_PATH,
    config.API_CHANGE_OWN_PASSWORD_PATH,
  ];
  return ownPaths.includes(path) ? path : toEndpointPath(path);
}
