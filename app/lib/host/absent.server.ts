import { data } from '@remix-run/node';
import type { ApiError } from './api-result';

/** Returns the error for a record that does not exist; `message` replaces the words of the panel. */
export function toAbsentRecord(name: string, id: string, message?: string) {
  const text = message || `The specified ${name} '${id}' could not be found`;
  return { ok: false, error: { kind: 'refused', message: text, isAbsent: true } } as const;
}

/** Answers with a page, with status 404 when it is that of a record that does not exist. */
export function answerPage<Page>(page: Page, error: ApiError | undefined) {
  return data(page, isAbsent(error) ? 404 : 200);
}

export function isAbsent(error: ApiError | undefined): error is ApiError & { kind: 'refused' } {
  return error?.kind === 'refused' && error.isAbsent === true;
}
