import { putInSentence } from '../entities/name-plural';
import type { ApiError, ApiResult } from './api-result';
import { messages, type Saving } from './messages';

/** Returns the message for a failed request to load `entity` (product-spec.md §8). */
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

/** Returns the message for a failed request to save `entity`. */
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

/** Returns the message for a failed request to delete `entity`. */
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

/** Returns the message for any other failed request: the error's own message, or `fallback` if it has none. */
export function describeRequestError(error: ApiError, fallback: string): string {
  return (error.kind !== 'unreadable' && error.message) || fallback;
}

/**
 * Returns the result of a call. If the call failed because the host does not have its path, replaces the message by one
 * that says that the host does not offer `feature`.
 */
export function explainMissing<T>(result: ApiResult<T>, feature: string): ApiResult<T> {
  if (result.ok || result.error.kind !== 'missing') return result;
  return { ok: false, error: { ...result.error, message: messages.notOffered(feature) } };
}
