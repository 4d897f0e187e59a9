import { readBytes, TooLongError } from '../read-bytes';

const MAX_FORM_BYTES = 1024 * 1024;
/** Up to here a body that is too large is received and dropped, so that its sender gets an answer. */
const MAX_DISCARDED_BYTES = 50 * MAX_FORM_BYTES;

/** A posted form, of at most 1 MB. Throws a 413 or 400 response for anything else. */
export async function readForm(request: Request): Promise<FormData> {
  const type = request.headers.get('content-type') ?? '';
  if (!/^(application\/x-www-form-urlencoded|multipart\/form-data)\b/i.test(type)) {
    throw new Response('The form could not be read.', { status: 400 });
  }
  const length = Number(request.headers.get('content-length'));
  if (length > MAX_FORM_BYTES && length <= MAX_DISCARDED_BYTES) {
    await discard(request.body);
    throw tooLarge();
  }
  try {
    const bytes = await readBytes(request.body, MAX_FORM_BYTES);
    return await new Response(bytes, { headers: { 'content-type': type } }).formData();
  } catch (error) {
    throw error instanceof TooLongError
      ? tooLarge()
      : new Response('The form could not be read.', { status: 400 });
  }
}

/** A browser shows no answer to a form whose sending was cut off in the middle. */
async function discard(body: ReadableStream<Uint8Array> | null): Promise<void> {
  const reader = body?.getReader();
  while (reader && !(await reader.read()).done);
}

function tooLarge(): Response {
  return new Response('The form is too large. Forms can hold up to 1 MB.', { status: 413 });
}
