import type { Envelope } from 'shared/envelope';
import type { Result } from 'shared/result';

/**
 * The error of a call: the host refused it with a message, its answer could not be read,
 * it could not be reached in time, it sent more than the panel takes, or it does not have the path.
 */
export type ApiError =
  /** `isAbsent` when the record that was asked for does not exist. */
  | { kind: 'refused'; message: string; isAbsent?: true }
  | { kind: 'unreadable' }
  /**
   * `message` stands in for the catalogue's words where the source has its own; `status` is that of the
   * answer, where one began.
   */
  | { kind: 'unreachable' | 'too long' | 'missing'; message?: string; status?: number };

export type ApiResult<T> = Result<T, ApiError>;

/** Returns an envelope as the result of its call. */
export function toResult(envelope: Envelope): ApiResult<Envelope> {
  return envelope.succeeded
    ? { ok: true, value: envelope }
    : { ok: false, error: { kind: 'refused', message: envelope.message } };
}
