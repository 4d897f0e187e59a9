import { parseJson } from 'shared/parse-json';
import type { Result } from 'shared/result';
import { z } from 'zod';
import { messages } from '../host/messages';
import { isMissingStatus } from '../host/missing.server';
import { log } from '../server/log.server';

export type SendError =
  | { kind: 'refused'; message: string }
  /** The response is JSON, but not the response to an upload. */
  | { kind: 'invalid' }
  /** The response is not JSON, or only a JSON string. */
  | { kind: 'unreadable' }
  | { kind: 'unreachable'; message?: string }
  /** The file exceeds the panel's own limit. */
  | { kind: 'too long' };

/** The path of the stored file, or the error. */
export type SendResult = Result<string, SendError>;

/** The envelope that is used only for uploads (wire.md). `Data` is the path of the file on the file server. */
const answerSchema = z.union([
  z.object({ Succeeded: z.literal(true), Data: z.string().trim().min(1).max(2_000) }),
  z.object({ Succeeded: z.literal(false), Message: z.string().nullish() }),
]);

/** The form of a refusal in the answers to other calls. Its items are not read, because they can contain any data. */
const refusalSchema = z
  .object({ succeeded: z.literal(false), message: z.string().nullish() })
  .transform(({ message }) => ({ Succeeded: false as const, Message: message }));

/** Matches the refusal of an upload server that does not have the folder, such as "Bad folder". */
const FOLDER_REFUSAL = /\bfolder\b/i;
/** The maximum number of characters of an answer that is read as such a refusal. Longer ones are pages. */
const MAX_REFUSAL = 200;

/** Reads the answer to an upload to the folder `target`. */
export function readUploadAnswer(text: string, status: number, target: string): SendResult {
  if (isMissingStatus(status)) return refuseFolder(target, status);
  const httpOk = status >= 200 && status <= 299;
  const body = readJson(text);
  const asOther = status < 500 ? refusalSchema.safeParse(body).data : undefined;
  const answer = answerSchema.safeParse(body).data ?? asOther;
  // A refusal can have any status. Any other response without a success status is an error of the server.
  if (answer?.Succeeded === false) {
    const message = answer.Message ?? '';
    return isFolderRefusal(message)
      ? refuseFolder(target, status)
      : { ok: false, error: { kind: 'refused', message } };
  }
  if (status >= 400 && status <= 499) return readClientError(text, status, target);
  if (!httpOk) return { ok: false, error: { kind: 'unreachable' } };
  if (body === undefined || typeof body === 'string')
    return { ok: false, error: { kind: 'unreadable' } };
  return answer ? { ok: true, value: answer.Data } : { ok: false, error: { kind: 'invalid' } };
}

/** Returns the value of a JSON text. Returns undefined for any other text. */
function readJson(text: string): unknown {
  try {
    return parseJson(text);
  } catch {
    return undefined;
  }
}

function isFolderRefusal(text: string): boolean {
  return text.length <= MAX_REFUSAL && FOLDER_REFUSAL.test(text);
}

/**
 * Returns the error for an upload server that does not have this folder. Some servers have only some of the folders.
 */
function refuseFolder(target: string, status: number): SendResult {
  return refuse(messages.noUploadFolder(target), { target, status, setting: 'UPLOAD_URL' });
}

/**
 * Returns the error for an answer with a status that means the request was wrong: sending it again would not help. Logs
 * which setting to correct, but not the text of the answer, which can name a person.
 */
function readClientError(text: string, status: number, target: string): SendResult {
  if (isFolderRefusal(text)) return refuseFolder(target, status);
  if (status === 401 || status === 403)
    return refuse(messages.uploadForbidden, { target, status, setting: 'UPLOAD_TOKEN' });
  if (status === 413)
    return refuse(messages.uploadTooLargeThere, { target, status, setting: 'UPLOAD_MAX_BYTES' });
  // These two ask to try again.
  if (status === 408 || status === 429) return { ok: false, error: { kind: 'unreachable' } };
  return refuse(messages.uploadRefused(status), { target, status, setting: 'UPLOAD_URL' });
}

function refuse(
  message: string,
  fields: { target: string; status: number; setting: string },
): SendResult {
  log.warn(fields, 'the upload server refused a file: check the setting');
  return { ok: false, error: { kind: 'refused', message } };
}
