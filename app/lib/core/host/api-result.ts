import type { Envelope } from 'shared/envelope';
import type { Result } from 'shared/result';

/**
 * The error of a call: `refused` when the host refused it with a message, `unreadable` when the answer was not
 * an envelope, `unreachable` when the host did not answer in time or failed, `too long` when the answer
 * exceeded a limit of the panel, and `missing` when the host does not have the path.
 */
export type ApiError =
  /**
   * `isAbsent` is true if the requested record does not exist, `hasWithdrawn` if the panel refuses a list that it could
   * show with withdrawn participants.
   */
  | { kind: 'refused'; message: string; isAbsent?: true; hasWithdrawn?: true }
  | { kind: 'unreadable' }
  /**
   * `message` replaces the standard message of the catalogue. `status` is the status of the response, if one
   * was received.
   */
  | {
      kind: 'unreachable' | 'too long' | 'missing';
      message?: string;
      status?: number;
    };

export type ApiResult<T> = Result<T, ApiError>;

/** Returns the envelope as a result. If the host refused the call, the result is an error with the host's message. */
export function toResult(envelope: Envelope): ApiResult<Envelope> {
  return envelope.succeeded
    ? { ok: true, value: envelope }
    : { ok: false, error: { kind: 'refused', message: envelope.message } };
}
