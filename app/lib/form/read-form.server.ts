import { type DeclaredInputs, selectDeclared } from 'shared/form-reader/declared';
import { FormError } from 'shared/form-reader/form-error';
import { readFormBody } from 'shared/form-reader/read-form';
import type { TakeFile } from 'shared/form-reader/read-multipart';
import { config } from '../server/config.server';

/** The maximum number of bytes in the fields of a form. Files do not count. */
export const MAX_FORM_BYTES = 1024 * 1024;
/**
 * The default maximum number of characters in all values of a form together. It is low because a page may show the
 * values again. Forms of records may have MAX_FORM_BYTES characters.
 */
const MAX_CHARACTERS = 16 * 1024;
/**
 * The number of bytes of a body after which the connection is closed. UPLOAD_MAX_BYTES is added for a form with files.
 * Up to this number, the rest of a refused body is received and discarded, because a browser shows the response only
 * after it has sent the form.
 */
const MAX_DISCARDED_BYTES = 50 * MAX_FORM_BYTES;

/**
 * Reads a posted form and returns its declared fields. Passes files to `takeFile` as they arrive, or discards files if
 * it is not given. Throws a 413 or 400 response for a body that cannot be read, and a 413 response if the values have
 * more than `maxCharacters` characters in total.
 */
export async function readForm(
  request: Request,
  declared: DeclaredInputs,
  takeFile?: TakeFile,
  maxCharacters = MAX_CHARACTERS,
): Promise<FormData> {
  return answerFormErrors(async () => {
    const form = selectDeclared(await readEntries(request, takeFile), declared);
    const sum = [...form.values()].reduce((sum, value) => sum + String(value).length, 0);
    if (sum > maxCharacters) {
      const limit = maxCharacters.toLocaleString('en');
      throw new FormError(413, `The form is too large. It can hold up to ${limit} characters.`);
    }
    return form;
  });
}

/**
 * Reads all fields of a posted form whose inputs are not known yet. Throws a 413 or 400 response like readForm.
 */
export function readUndeclaredForm(request: Request): Promise<[string, string][]> {
  return answerFormErrors(() => readEntries(request));
}

function readEntries(request: Request, takeFile?: TakeFile) {
  const bodyBytes = MAX_DISCARDED_BYTES + (takeFile ? config.UPLOAD_MAX_BYTES : 0);
  return readFormBody(request, { fieldBytes: MAX_FORM_BYTES, bodyBytes }, takeFile);
}

async function answerFormErrors<T>(read: () => Promise<T>): Promise<T> {
  try {
    return await read();
  } catch (error) {
    if (error instanceof FormError) throw new Response(error.message, { status: error.status });
    throw error;
  }
}
