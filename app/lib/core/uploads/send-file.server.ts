import { randomUUID } from 'node:crypto';
import { ReadableStream } from 'node:stream/web';
import { toErrorText } from 'shared/error-text';
import { PICTURE_HEADER } from 'shared/files/picture-header';
import { readBytes, TooLongError } from 'shared/read-bytes';
import { withIntents } from '../host/audit-intents.server';
import type { ChangeEntry } from '../host/change-entry';
import { getUploadTokenHeader } from '../host/file-origins.server';
import { getApiHost } from '../host/host.server';
import { observeCall } from '../host/observed.server';
import { followNone, readRedirectError } from '../host/redirect.server';
import { config } from '../server/config.server';
import { log } from '../server/log.server';
import { getRequestId } from '../server/request-scope.server';
import { HostTimeLimit } from './host-time-limit.server';
import { readUploadAnswer, type SendResult } from './upload-answer.server';

/** A file that is sent to the upload endpoint, with the audit entry of the upload. */
interface Sending {
  target: string;
  file: { name: string; type: string; bytes: AsyncIterable<Uint8Array> };
  entry: ChangeEntry;
  /** The value of PICTURE_HEADER for a picture. Undefined for other files. */
  picture: 'cleaned' | 'as it is' | undefined;
}

const MAX_ANSWER_BYTES = 64 * 1024;

/**
 * Streams a file to the upload endpoint as the only field, `file`, of a multipart form (wire.md). Audits the
 * upload.
 */
export function sendUpload(sending: Sending): Promise<SendResult> {
  const work = () => observeCall(`upload/${sending.target}`, () => send(sending));
  if (!config.UPLOAD_URL && getApiHost().writesEntries) return work();
  // A file that is too long was not sent completely, so that nothing was stored.
  const isRefused = ({ kind }: { kind: string }) => kind === 'refused' || kind === 'too long';
  return withIntents({ entries: [sending.entry], isRefused }, work);
}

async function send({ target, file, entry, picture }: Sending): Promise<SendResult> {
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
        ...(picture && { [PICTURE_HEADER]: picture }),
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
    return readUploadAnswer(answer, response.status, target);
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

/** Yields the body of a form whose only input is `file` (decision 0008). */
async function* writeMultipart(boundary: string, file: Sending['file']) {
  const part = (text: string) => new TextEncoder().encode(text);
  yield part(
    `--${boundary}\r\nContent-Disposition: form-data; name="file"; filename="${file.name}"\r\n` +
      `Content-Type: ${file.type}\r\n\r\n`,
  );
  yield* file.bytes;
  yield part(`\r\n--${boundary}--\r\n`);
}
