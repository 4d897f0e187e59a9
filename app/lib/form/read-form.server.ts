import { readBytes, TooLongError } from '../read-bytes';

const MAX_FORM_BYTES = 1024 * 1024;

/** A posted form, of at most 1 MB. Throws a 413 or 400 response for anything else. */
export async function readForm(request: Request): Promise<FormData> {
  const type = request.headers.get('content-type') ?? '';
  if (!/^(application\/x-www-form-urlencoded|multipart\/form-data)\b/i.test(type)) {
    throw new Response('The form could not be read.', { status: 400 });
  }
  try {
    const bytes = await readBytes(request.body, MAX_FORM_BYTES);
    return await new Response(bytes, { headers: { 'content-type': type } }).formData();
  } catch (error) {
    throw error instanceof TooLongError
      ? new Response('The form is too large. Forms can hold up to 1 MB.', { status: 413 })
      : new Response('The form could not be read.', { status: 400 });
  }
}
