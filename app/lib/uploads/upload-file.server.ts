import type { IncomingFile } from 'shared/form-reader/read-multipart';
import { fileTooLarge } from 'shared/size-in-words';
import type { SignedIn } from '../auth/guard.server';
import { config } from '../config.server';
import type { UploadSpec } from '../entities/form-field';
import type { ChangeEntry } from '../host/change-entry';
import { messages } from '../host/messages';
import { countWrite } from '../host/writes.server';
import { TooLongError } from '../read-bytes';
import { checkFile, HEAD_BYTES } from './check-file.server';
import { fileAddress } from './places.server';
import { type SendFault, sendFile } from './send-file.server';

export type UploadResult =
  | { ok: true; address: string }
  | { ok: false; message: string; status: 400 | 413 };

/**
 * Streams a file to the host once its first bytes have been checked. Writes the audit entry, and returns the address to
 * store.
 */
export async function uploadFile(
  signedIn: SignedIn,
  spec: UploadSpec,
  { name, stream }: IncomingFile,
): Promise<UploadResult> {
  // The stream must live on when reading stops early: the fields after it are still to come.
  const chunks = stream.iterator({ destroyOnReturn: false }) as AsyncIterableIterator<Buffer>;
  try {
    return await checkAndSend(signedIn, spec, name, chunks);
  } finally {
    await chunks.return?.();
  }
}

async function checkAndSend(
  { user }: SignedIn,
  spec: UploadSpec,
  name: string,
  chunks: AsyncIterableIterator<Buffer>,
): Promise<UploadResult> {
  const max = config.UPLOAD_MAX_BYTES;
  const head = await readHead(chunks);
  const checked = await checkFile(head, name, spec);
  if (!checked.ok) return { ...checked, status: 400 };

  const what = `a file: ${spec.target} ${spec.what}`;
  const entry: ChangeEntry = {
    username: user.username,
    title: 'Gallery',
    action: 'Add',
    attempt: `Uploading ${what}`,
    describe: () => `Uploaded ${what}`,
  };
  const sent = await sendFile({
    target: spec.target,
    file: { name: checked.name, type: checked.type, bytes: limited(head, chunks, max) },
    entry,
  });
  countWrite();
  if (sent.ok) return { ok: true, address: fileAddress(sent.path) };
  const tooLong = sent.fault.kind === 'too long';
  return { ok: false, status: tooLong ? 413 : 400, message: faultInWords(sent.fault, spec.what) };
}

/** The messages of product-spec.md §8. */
function faultInWords(fault: SendFault, what: string): string {
  switch (fault.kind) {
    case 'too long':
      return fileTooLarge(config.UPLOAD_MAX_BYTES);
    case 'refused':
      return fault.message || messages.uploadFailed(what);
    case 'invalid':
      return messages.uploadInvalid;
    case 'unreadable':
      return messages.uploadUnreadable;
    case 'unreachable':
      return fault.message ?? messages.uploadFailed(what);
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

/** Yields the file's bytes. Throws TooLongError instead of ending early, so that no partial file is stored. */
async function* limited(head: Buffer, rest: AsyncIterable<Buffer>, max: number) {
  let bytes = head.byteLength;
  if (bytes > max) throw new TooLongError(`the file exceeds ${max} bytes`);
  yield head;
  for await (const chunk of rest) {
    bytes += chunk.byteLength;
    if (bytes > max) throw new TooLongError(`the file exceeds ${max} bytes`);
    yield chunk;
  }
}
