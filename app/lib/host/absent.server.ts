import { data } from '@remix-run/node';
import type { ApiFault } from './envelope';

/** Returns the error for a record that does not exist; `message` replaces the words of the panel. */
export function absentRecord(name: string, id: string, message?: string) {
  const text = message || `The specified ${name} '${id}' could not be found`;
  return { ok: false, fault: { kind: 'refused', message: text, isAbsent: true } } as const;
}

/** Answers with a page, with status 404 when it is that of a record that does not exist. */
export function answerPage<Page>(page: Page, fault: ApiFault | undefined) {
  return data(page, isAbsent(fault) ? 404 : 200);
}

export function isAbsent(fault: ApiFault | undefined): fault is ApiFault & { kind: 'refused' } {
  return fault?.kind === 'refused' && fault.isAbsent === true;
}
