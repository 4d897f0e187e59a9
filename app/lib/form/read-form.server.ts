import { type DeclaredInputs, selectDeclared } from 'shared/form-reader/declared';
import { FormError } from 'shared/form-reader/form-error';
import { readFormBody } from 'shared/form-reader/read-form';
import type { TakeFile } from 'shared/form-reader/read-multipart';
import { config } from '../server/config.server';

/** Bytes of a form's fields; files do not count. */
export const MAX_FORM_BYTES = 1024 * 1024;
/** The characters of the values of a form other than a record's, all of which a page may show again. */
const MAX_CHARACTERS = 16 * 1024;
/** Up to here a body that is too large is received and dropped, so that its sender gets an answer. */
const MAX_DISCARDED_BYTES = 50 * MAX_FORM_BYTES;

/**
 * Reads a posted form: returns the fields that it is declared to have. Files go to `takeFile` as they come,
 * and are discarded without one. Throws a 413 or 400 response for what cannot be read, and for values with
 * more than `maxCharacters` in all.
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

/** Reads all fields of a posted form whose inputs are not known yet. Throws like readForm. */
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
