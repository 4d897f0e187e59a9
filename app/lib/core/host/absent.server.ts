import { data } from '@remix-run/node';
import { maskId, maskText } from '../masking/mask.server';
import type { ApiError } from './api-result';

/** Matches messages of hosts that did not find a record. */
const NOT_FOUND = /not (be )?found|does not exist|no such/i;

/** Returns the result of a call for a record that does not exist. `message` replaces the panel's standard message. */
export function makeAbsentResult(name: string, id: string, message?: string) {
  // The id may be a phone number that somebody has typed into an address.
  const text = maskText(message || `The specified ${name} '${maskId(id)}' could not be found`);
  return { ok: false, error: { kind: 'refused', message: text, isAbsent: true } } as const;
}

/** Returns whether a failed request for one record failed because the host does not have the record. */
export function isNotFound(error: ApiError): error is ApiError & { kind: 'refused' } {
  return error.kind === 'refused' && NOT_FOUND.test(error.message);
}

/**
 * Returns a page's data as a response, with status 404 if `error` says that the record does not exist,
 * otherwise 200.
 */
export function answerPage<Page>(page: Page, error: ApiError | undefined) {
  return data(page, isAbsent(error) ? 404 : 200);
}

/** Returns true if the host refused a call because the record does not exist. */
export function isAbsent(error: ApiError | undefined): error is ApiError & { kind: 'refused' } {
  return error?.kind === 'refused' && error.isAbsent === true;
}
