import { randomUUID } from 'node:crypto';
import { ReadableStream } from 'node:stream/web';
import { toErrorText } from 'shared/error-text';
import { parseJson } from 'shared/parse-json';
import { readBytes, TooLongError } from 'shared/read-bytes';
import type { Result } from 'shared/result';
import { z } from 'zod';
import { withIntents } from '../host/audit-intents.server';
import type { ChangeEntry } from '../host/change-entry';
import { getUploadTokenHeader } from '../host/file-origins.server';
import { getApiHost } from '../host/host.server';
import { messages } from '../host/messages';
import { isMissingStatus } from '../host/missing.server';
import { observe } from '../host/observed.server';
import { followNone, readRedirectError } from '../host/redirect.server';
import { config } from '../server/config.server';
import { log } from '../server/log.server';
import { getRequestId } from '../server/request-scope.server';
import { HostTimeLimit } from './host-time-limit.server';

/** A file that is sent to the upload endpoint, with the audit entry of the upload. */
interface Sending {
  target: string;
  file: { name: string; type: string; bytes: AsyncIterable<Uint8Array> };
  entry: ChangeEntry;
}

export type SendError =
  | { kind: 'refused'; message: string }
  /** The response is JSON, but not the response to an upload. */
  | { kind: 'invalid' }
  /** The response is not JSON, or only a JSON string. */
  | { kind: 'unreadable' }
  | { kind: 'unreachable'; message?: string }
  /** The file exceeds the panel's own limit. */
  | { kind: 'too long' };

const MAX_ANSWER_BYTES = 64 * 1024;

/** The envelope that is used only for uploads (wire.md). `Data` is the path of the file on the file server. */
const answerSchema = z.union([
  z.object({ Succeeded: z.literal(true), Data: z.string().trim().min(1).max(2_000) }),
  z.object({ Succeeded: z.literal(false), Message: z.string().nullish() }),
]);

/** The form of a refusal in the answers to other calls. Its items are not read, because they can contain any data. */
const refusalSchema = z
  .object({ succeeded: z.literal(false), message: z.string().nullish() })
  .transform(({ message }) => ({ Succeeded: false as const, Message: message }));

/** The path of the stored file, or the error. */
type SendResult = Result<string, SendError>;

/**
 * Streams a file to the upload endpoint as the only field, `file`, of a multipart form (wire.md). Audits the
 * upload.
 */
export function sendFile(sending: Sending): Promise<SendResult> {
  const work = () => observe(`upload/${sending.target}`, () => send(sending));
  if (!config.UPLOAD_URL && getApiHost().writesEntries) return work();
  return withIntents([sending.entry], work, {
    // A file that is too long was not sent completely, so that nothing was stored.
    isRefused: ({ kind }) => kind === 'refused' || kind === 'too long',
  });
}

async function send({ target, file, entry }: Sending): Promise<SendResult> {
  const boundary = `panel-${randomUUID()}`;
  const limit = new HostTimeLimit(config.UPLOAD_TIMEOUT_MS);
  let tooLong = false;
  async function* streamFile() {
    try {
      yield* limit.pauseWhileReading(writeMultipart(boundary, file));
    } catch (error) {
      tooLong = error instanceof TooLongError;
      throw error;
    }
  }
  try {
    const response = await post(target, entry, {
      ...followNone,
      method: 'POST',
      headers: {
        accept: 'application/json',
        'content-type': `multipart/form-data; boundary=${boundary}`,
        'x-request-id': getRequestId() ?? randomUUID(),
      },
      // `Readable.toWeb` cannot be used: its streams throw in an event handler if they are cancelled early.
      body: ReadableStream.from(streamFile()) as globalThis.ReadableStream<Uint8Array>,
      duplex: 'half',
      signal: limit.signal,
    });
    const error = await readRedirectError(response, `upload/${target}`);
    if (error) return { ok: false, error };
    const answer = new TextDecoder().decode(await readBytes(response.body, MAX_ANSWER_BYTES));
    if (tooLong) return { ok: false, error: { kind: 'too long' } };
    return isMissingStatus(response.status)
      ? answerNoFolder(target)
      : readAnswer(answer, response.status);
  } catch (error) {
    if (tooLong) return { ok: false, error: { kind: 'too long' } };
    log.warn({ target, reason: toErrorText(error) }, 'the upload endpoint could not be reached');
    return { ok: false, error: { kind: 'unreachable' } };
  } finally {
    limit.end();
  }
}

function post(
  target: string,
  entry: ChangeEntry,
  init: RequestInit & { headers: Record<string, string>; duplex: 'half' },
): Promise<Response> {
  const request = { ...init, headers: { ...init.headers, ...getUploadTokenHeader() } };
  return config.UPLOAD_URL
    ? fetch(`${config.UPLOAD_URL.replace(/\/+$/, '')}/${target}`, request)
    : getApiHost().upload(target, request, [entry]);
}

/**
 * Returns the error for an upload endpoint that does not have this folder. Some hosts have only some of the
 * folders.
 */
function answerNoFolder(target: string): SendResult {
  log.info({ target }, 'the upload endpoint has no such folder');
  return { ok: false, error: { kind: 'refused', message: messages.noUploadFolder(target) } };
}

function readAnswer(text: string, status: number): SendResult {
  const httpOk = status >= 200 && status <= 299;
  let body: unknown;
  try {
    body = parseJson(text);
  } catch {
    return { ok: false, error: { kind: httpOk ? 'unreadable' : 'unreachable' } };
  }
  const asOther = status < 500 ? refusalSchema.safeParse(body).data : undefined;
  const answer = answerSchema.safeParse(body).data ?? asOther;
  // A refusal can have any status. Any other response without a success status is an error of the server.
  if (answer?.Succeeded === false) {
    return { ok: false, error: { kind: 'refused', message: answer.Message ?? '' } };
  }
  if (!httpOk) return { ok: false, error: { kind: 'unreachable' } };
  if (typeof body === 'string') return { ok: false, error: { kind: 'unreadable' } };
  return answer ? { ok: true, value: answer.Data } : { ok: false, error: { kind: 'invalid' } };
}

/** Yields the body of a form whose only input is `file` (decision 0114). */
async function* writeMultipart(boundary: string, file: Sending['file']) {
  const part = (text: string) => new TextEncoder().encode(text);
  yield part(
    `--${boundary}\r\nContent-Disposition: form-data; name="file"; filename="${file.name}"\r\n` +
      `Content-Type: ${file.type}\r\n\r\n`,
  );
  yield* file.bytes;
  yield part(`\r\n--${boundary}--\r\n`);
}
