import type { ApiFault, ApiResult } from './envelope';
import { messages, type Saving } from './messages';

/** The message for a failed load of `entity`, by product-spec.md §8. */
export function loadFault(fault: ApiFault, entity: string): string {
  switch (fault.kind) {
    case 'refused':
      return fault.message || messages.loadFailed(inSentence(entity));
    case 'unreadable':
      return messages.unreadable;
    case 'missing':
      return fault.message ?? messages.notOffered(inSentence(entity));
    case 'unreachable':
    case 'too long':
      return fault.message ?? messages.loadFailed(inSentence(entity));
  }
}

/** The message for a failed save. */
export function saveFault(fault: ApiFault, saving: Saving, entity: string): string {
  switch (fault.kind) {
    case 'refused':
      return fault.message || messages.saveFailed(saving, entity);
    case 'unreadable':
      return messages.saveUnreadable(saving, entity);
    case 'missing':
    case 'unreachable':
    case 'too long':
      return fault.message ?? messages.saveFailed(saving, entity);
  }
}

/** The message for a failed delete. */
export function deleteFault(fault: ApiFault, entity: string): string {
  switch (fault.kind) {
    case 'refused':
      return fault.message || messages.deleteFailed(entity);
    case 'unreadable':
      return messages.unreadable;
    case 'missing':
    case 'unreachable':
    case 'too long':
      return fault.message ?? messages.deleteFailed(entity);
  }
}

/** The message for any other request that failed: `fallback` is what the catalogue says of it. */
export function requestFault(fault: ApiFault, fallback: string): string {
  return (fault.kind !== 'unreadable' && fault.message) || fallback;
}

/** Returns the result; where the host lacks the path, its message says what the host does not offer. */
export function nameMissing<T>(result: ApiResult<T>, what: string): ApiResult<T> {
  if (result.ok || result.fault.kind !== 'missing') return result;
  return { ok: false, fault: { ...result.fault, message: messages.notOffered(what) } };
}

/** A title inside a sentence: 'SMS Categories' are SMS categories. */
export function inSentence(title: string): string {
  return title.replace(/\b[A-Z](?=[a-z])/g, (letter) => letter.toLowerCase());
}
