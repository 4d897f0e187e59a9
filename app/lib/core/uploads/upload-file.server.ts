import { isPicture } from 'shared/files/clean-picture';
import type { IncomingFile } from 'shared/form-reader/read-multipart';
import { limitBytes } from 'shared/read-bytes';
import type { Result } from 'shared/result';
import { describeTooLarge } from 'shared/size-in-words';
import type { UploadSpec } from '../entities/form-field';
import type { ChangeEntry } from '../host/change-entry';
import { getFileAddress } from '../host/file-origins.server';
import { messages } from '../host/messages';
import { countWrite } from '../host/writes.server';
import { config } from '../server/config.server';
import type { SignedIn } from '../session/guard.server';
import { checkUpload, HEAD_BYTES } from './check-file.server';
import { cleanUpload } from './clean-upload.server';
import { sendUpload } from './send-file.server';
import type { SendError } from './upload-answer.server';

/** The address of the stored file, or the error with its status. */
export type UploadResult = Result<string, { message: string; status: 400 | 413 }>;

/**
 * Checks the first bytes of a file and then streams it to the host. Removes the place, the device and the time from a
 * picture first; if that is not possible, the picture is refused, unless the user wants it stored `asItIs`. Audits the
 * upload, and returns the address to store in the record.
 */
export async function uploadFile(
  signedIn: SignedIn,
  spec: UploadSpec,
  { name, stream }: IncomingFile,
  asItIs: boolean,
): Promise<UploadResult> {
  // The stream must not be destroyed when reading stops early, because the form's other fields follow the file.
  const chunks = stream.iterator({ destroyOnReturn: false }) as AsyncIterableIterator<Buffer>;
  try {
    return await checkAndSend(signedIn, spec, name, chunks, asItIs);
  } finally {
    await chunks.return?.();
  }
}

async function checkAndSend(
  { user }: SignedIn,
  spec: UploadSpec,
  name: string,
  chunks: AsyncIterableIterator<Buffer>,
  asItIs: boolean,
): Promise<UploadResult> {
  const head = await readHead(chunks);
  const checked = await checkUpload(head, name, spec);
  if (!checked.ok) return { ok: false, error: { status: 400, message: checked.error } };

  // If the file is too long, limitBytes throws instead of ending early, so that no partial file is stored.
  const whole = limitBytes(startWith(head, chunks), config.UPLOAD_MAX_BYTES, 'file');
  const cleaned = (await isPicture(head))
    ? await cleanUpload(whole, asItIs)
    : ({ ok: true, value: { bytes: whole, picture: undefined } } as const);
  if (!cleaned.ok) return cleaned;
  const { bytes, picture } = cleaned.value;

  const what = picture === 'as it is' ? 'a picture with its place, device and time' : 'a file';
  const description = `${what}: ${spec.target} ${spec.content}`;
  const entry: ChangeEntry = {
    username: user.username,
    title: 'Gallery',
    action: 'Add',
    attempt: `Uploading ${description}`,
    describe: () => `Uploaded ${description}`,
  };
  const sent = await sendUpload({
    target: spec.target,
    file: { ...checked.value, bytes },
    picture,
    entry,
  });
  countWrite();
  if (sent.ok) return { ok: true, value: getFileAddress(sent.value) };
  const tooLong = sent.error.kind === 'too long';
  const message = describeSendError(sent.error, spec.content);
  return { ok: false, error: { status: tooLong ? 413 : 400, message } };
}

/** Returns the message for an error, as product-spec.md §8 prescribes. */
function describeSendError(error: SendError, description: string): string {
  switch (error.kind) {
    case 'too long':
      return describeTooLarge(config.UPLOAD_MAX_BYTES);
    case 'refused':
      return error.message || messages.uploadFailed(description);
    case 'invalid':
      return messages.uploadInvalid;
    case 'unreadable':
      return messages.uploadUnreadable;
    case 'unreachable':
      return error.message ?? messages.uploadFailed(description);
  }
}

async function readHead(chunks: AsyncIterableIterator<Buffer>): Promise<Buffer> {
  const parts: Buffer[] = [];
  let bytes = 0;
  while (bytes < HEAD_BYTES) {
    const next = await chunks.next();
    if (next.done) break;
    parts.push(next.value);
    bytes += next.value.byteLength;
  }
  return Buffer.concat(parts);
}

/** Yields the bytes that were already read, and then the remaining ones. */
async function* startWith(head: Buffer, rest: AsyncIterable<Buffer>) {
  yield head;
  yield* rest;
}
