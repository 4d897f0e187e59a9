import { config } from '../server/config.server';
import { log } from '../server/log.server';
import type { ApiResult } from './api-result';
import { stripQuery } from './path-only';

/** The status codes of hosts at a path that they do not have. */
const MISSING: readonly number[] = [404, 405];

/** The endpoints that the host did not have when they were last asked. */
const missing = new Set<string>();
/** The endpoints that the log has named: a host may lack one record and have the next. */
const logged = new Set<string>();

/** Returns whether a host answers with this status at a path that it does not have. */
export function isMissingStatus(status: number): boolean {
  return MISSING.includes(status);
}

/** Returns the error of a call to a path that the host does not have. Logs each endpoint once. */
export function noteMissingEndpoint(path: string, status: number): ApiResult<never> {
  const endpoint = getEndpoint(path);
  missing.add(endpoint);
  if (!logged.has(endpoint)) {
    logged.add(endpoint);
    log.info({ path: endpoint, status }, 'the API host has nothing at this path');
  }
  return { ok: false, error: { kind: 'missing', status } };
}

/** Notes that the host has answered at an endpoint. */
export function noteFoundEndpoint(path: string): void {
  if (missing.size > 0) missing.delete(getEndpoint(path));
}

/** Returns whether the host did not have this endpoint when it was last asked. */
export function isKnownMissing(path: string): boolean {
  return missing.has(getEndpoint(path));
}

/** Returns the path without ids. Paths that are settings hold none, and may be longer than `{entity}/{verb}`. */
function getEndpoint(path: string): string {
  const ownPaths: readonly string[] = [
    config.API_CREATE_ACCOUNT_PATH,
    config.API_RESET_PASSWORD_PATH,
    config.API_CHANGE_PASSWORD_PATH,
    config.API_CHANGE_OWN_PASSWORD_PATH,
  ];
  return ownPaths.includes(path) ? path : stripQuery(path);
}
