import { cleanPicture } from 'shared/files/clean-picture';
import { TooLongError } from 'shared/read-bytes';
import type { Result } from 'shared/result';
import { describeTooLarge } from 'shared/size-in-words';
import { config } from '../server/config.server';

/** A picture that may be sent on. */
interface CleanedUpload {
  bytes: AsyncIterable<Uint8Array>;
  /** The value of PICTURE_HEADER. */
  picture: 'cleaned' | 'as it is';
}

/**
 * Reads a picture completely and removes everything but its pixels. If that is not possible, returns it as it came if
 * the user wants it stored `asItIs`, or else the message and status of the refusal.
 */
export async function cleanUpload(
  stream: AsyncIterable<Uint8Array>,
  asItIs: boolean,
): Promise<Result<CleanedUpload, { message: string; status: 400 | 413 }>> {
  const parts: Uint8Array[] = [];
  try {
    for await (const part of stream) parts.push(part);
  } catch (error) {
    if (!(error instanceof TooLongError)) throw error;
    const message = describeTooLarge(config.UPLOAD_MAX_BYTES);
    return { ok: false, error: { status: 413, message } };
  }
  const bytes = Buffer.concat(parts);
  const cleaned = await cleanPicture(bytes);
  if (cleaned.ok)
    return { ok: true, value: { bytes: yieldOnce(cleaned.value), picture: 'cleaned' } };
  if (asItIs) return { ok: true, value: { bytes: yieldOnce(bytes), picture: 'as it is' } };
  return { ok: false, error: { status: 400, message: cleaned.error } };
}

async function* yieldOnce(bytes: Uint8Array) {
  yield bytes;
}
