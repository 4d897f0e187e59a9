import { randomUUID } from 'node:crypto';
import { Readable } from 'node:stream';
import { z } from 'zod';
import { embeddedHost } from '../api/embedded-host.server';
import { observed } from '../api/observed.server';
import { config } from '../config.server';
import { log } from '../log.server';
import { readBytes, TooLongError } from '../read-bytes';
import { requestId } from '../request-scope.server';
import { uploadUrl } from './places.server';

/** A file as it goes to the upload end point. */
interface Sending {
  target: string;
  file: { name: string; type: string; bytes: AsyncIterable<Uint8Array> };
  /** Who uploads it. */
  user: string;
}

export type SendFault =
  | { kind: 'refused'; message: string }
  /** JSON, but not an upload's answer. */
  | { kind: 'invalid' }
  | { kind: 'unreadable' }
  | { kind: 'unreachable' }
  /** The sender's own limit. */
  | { kind: 'too long' };

const MAX_ANSWER_BYTES = 64 * 1024;

/** An upload's own envelope (wire.md): `Data` is the file's path on the file server. */
const answerSchema = z.union([
  z.object({ Succeeded: z.literal(true), Data: z.string().trim().min(1).max(2_000) }),
  z.object({ Succeeded: z.literal(false), Message: z.string().nullish() }),
]);

type SendResult = { ok: true; path: string } | { ok: false; fault: SendFault };

/** Posts a file as multipart, streamed: field `file`, and `user`. */
export function sendFile(sending: Sending): Promise<SendResult> {
  return observed(`upload/${sending.target}`, () => send(sending));
}

async function send({ target, file, user }: Sending): Promise<SendResult> {
  const boundary = `panel-${randomUUID()}`;
  let tooLong = false;
  async function* guarded() {
    try {
      yield* multipart(boundary, file, user);
    } catch (error) {
      tooLong = error instanceof TooLongError;
      throw error;
    }
  }
  try {
    const response = await post(target, {
      method: 'POST',
      headers: {
        accept: 'application/json',
        'content-type': `multipart/form-data; boundary=${boundary}`,
        'x-request-id': requestId() ?? randomUUID(),
      },
      body: Readable.toWeb(Readable.from(guarded())) as ReadableStream<Uint8Array>,
      duplex: 'half',
      signal: AbortSignal.timeout(config.UPLOAD_TIMEOUT_MS),
    });
    const answer = new TextDecoder().decode(await readBytes(response.body, MAX_ANSWER_BYTES));
    if (tooLong) return { ok: false, fault: { kind: 'too long' } };
    return readAnswer(answer, response.ok);
  } catch (error) {
    if (tooLong) return { ok: false, fault: { kind: 'too long' } };
    log.warn({ target, reason: String(error) }, 'the upload end point could not be reached');
    return { ok: false, fault: { kind: 'unreachable' } };
  }
}

async function post(target: string, init: RequestInit & { duplex: 'half' }): Promise<Response> {
  const url = uploadUrl(target);
  if (!url) {
    const host = await embeddedHost();
    return host.fetch(new Request(`http://embedded.invalid/upload/${target}`, init));
  }
  const headers = new Headers(init.headers);
  // The token is for the API host and for nobody else.
  if (config.API_HOST_TOKEN && !config.UPLOAD_URL) {
    headers.set('authorization', `Bearer ${config.API_HOST_TOKEN}`);
  }
  return fetch(url, { ...init, headers });
}

function readAnswer(text: string, httpOk: boolean): SendResult {
  let body: unknown;
  try {
    body = JSON.parse(text);
  } catch {
    return { ok: false, fault: { kind: httpOk ? 'unreadable' : 'unreachable' } };
  }
  const answer = answerSchema.safeParse(body).data;
  // A refusal may come with any status; anything else that is no success is a server in trouble.
  if (answer?.Succeeded === false) {
    return { ok: false, fault: { kind: 'refused', message: answer.Message ?? '' } };
  }
  if (!httpOk) return { ok: false, fault: { kind: 'unreachable' } };
  if (typeof body === 'string') return { ok: false, fault: { kind: 'unreadable' } };
  return answer ? { ok: true, path: answer.Data } : { ok: false, fault: { kind: 'invalid' } };
}

async function* multipart(boundary: string, file: Sending['file'], user: string) {
  const part = (text: string) => new TextEncoder().encode(text);
  yield part(
    `--${boundary}\r\nContent-Disposition: form-data; name="user"\r\n\r\n${user}\r\n` +
      `--${boundary}\r\nContent-Disposition: form-data; name="file"; filename="${file.name}"\r\n` +
      `Content-Type: ${file.type}\r\n\r\n`,
  );
  yield* file.bytes;
  yield part(`\r\n--${boundary}--\r\n`);
}
