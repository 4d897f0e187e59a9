import type { ApiError, ApiResult } from './api-result';
import { messages, type Saving } from './messages';

/** The message for a failed load of `entity`, by product-spec.md §8. */
export function describeLoadError(error: ApiError, entity: string): string {
  switch (error.kind) {
    case 'refused':
      return error.message || messages.loadFailed(putInSentence(entity));
    case 'unreadable':
      return messages.unreadable;
    case 'missing':
      return error.message ?? messages.notOffered(putInSentence(entity));
    case 'unreachable':
    case 'too long':
      return error.message ?? messages.loadFailed(putInSentence(entity));
  }
}

/** The message for a failed save. */
export function describeSaveError(error: ApiError, saving: Saving, entity: string): string {
  switch (error.kind) {
    case 'refused':
      return error.message || messages.saveFailed(saving, entity);
    case 'unreadable':
      return messages.saveUnreadable(saving, entity);
    case 'missing':
    case 'unreachable':
    case 'too long':
      return error.message ?? messages.saveFailed(saving, entity);
  }
}

/** The message for a failed delete. */
export function describeDeleteError(error: ApiError, entity: string): string {
  switch (error.kind) {
    case 'refused':
      return error.message || messages.deleteFailed(entity);
    case 'unreadable':
      return messages.unreadable;
    case 'missing':
    case 'unreachable':
    case 'too long':
      return error.message ?? messages.deleteFailed(entity);
  }
}

/** The message for any other request that failed: `fallback` is what the catalogue says of it. */
export function describeRequestError(error: ApiError, fallback: string): string {
  return (error.kind !== 'unreadable' && error.message) || fallback;
}

/** Returns the result; where the host lacks the path, its message says what the host does not offer. */
export function nameMissing<T>(result: ApiResult<T>, feature: string): ApiResult<T> {
  if (result.ok || result.error.kind !== 'missing') return result;
  return { ok: false, error: { ...result.error, message: messages.notOffered(feature) } };
}

/** A title inside a sentence: 'SMS Categories' are SMS categories. */
export function putInSentence(title: string): string {
  return title.replace(/\b[A-Z](?=[a-z])/g, (letter) => letter.toLowerCase());
}
