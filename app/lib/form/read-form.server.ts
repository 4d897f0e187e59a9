import { config } from '../config.server';
import { readBytes, TooLongError } from '../read-bytes';
import { readMultipart, type TakeFile } from './read-multipart.server';

/** Bytes of a form's fields; files do not count. */
const MAX_FORM_BYTES = 1024 * 1024;
/** Up to here a body that is too large is received and dropped, so that its sender gets an answer. */
const MAX_DISCARDED_BYTES = 50 * MAX_FORM_BYTES;
/**
 * The names that the panel's forms have: a field, or one of a repeated row's. A row's number becomes the
 * length of a list, which must not be the sender's to choose.
 */
const FIELD_NAME = /^[\w.-]{1,100}(\[\d{1,3}\](\.[\w-]{1,100})?)?$/;

/**
 * A posted form, whose fields have at most 1 MB. Files go to `takeFile` as they come, and are left
 * aside without one. Throws a 413 or 400 response for what cannot be read.
 */
export async function readForm(request: Request, takeFile?: TakeFile): Promise<FormData> {
  const type = request.headers.get('content-type') ?? '';
  try {
    const form = await readAnyForm(request, type, takeFile);
    if (form && [...form.keys()].every((name) => FIELD_NAME.test(name))) return form;
  } catch (error) {
    if (error instanceof TooLongError) {
      throw new Response('The form is too large. Forms can hold up to 1 MB.', { status: 413 });
    }
  }
  throw new Response('The form could not be read.', { status: 400 });
}

async function readAnyForm(request: Request, type: string, takeFile?: TakeFile) {
  if (/^application\/x-www-form-urlencoded\b/i.test(type)) return readUrlEncoded(request, type);
  if (!/^multipart\/form-data\b/i.test(type)) return undefined;
  return readMultipart(request, {
    maxFieldBytes: MAX_FORM_BYTES,
    maxBytes: MAX_DISCARDED_BYTES + (takeFile ? config.UPLOAD_MAX_BYTES : 0),
    takeFile,
  });
}

async function readUrlEncoded(request: Request, type: string): Promise<FormData> {
  const length = Number(request.headers.get('content-length'));
  if (length > MAX_FORM_BYTES && length <= MAX_DISCARDED_BYTES) {
    await discard(request.body);
    throw new TooLongError(`the body has ${length} bytes`);
  }
  const bytes = await readBytes(request.body, MAX_FORM_BYTES);
  return new Response(bytes, { headers: { 'content-type': type } }).formData();
}

/** A browser shows no answer to a form whose sending was cut off in the middle. */
async function discard(body: ReadableStream<Uint8Array> | null): Promise<void> {
  const reader = body?.getReader();
  while (reader && !(await reader.read()).done);
}
