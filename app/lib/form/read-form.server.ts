import { type DeclaredInputs, selectDeclared } from 'shared/form-reader/declared';
import { FormError } from 'shared/form-reader/form-error';
import { readFormBody } from 'shared/form-reader/read-form';
import type { TakeFile } from 'shared/form-reader/read-multipart';
import { config } from '../config.server';

/** Bytes of a form's fields; files do not count. */
const MAX_FORM_BYTES = 1024 * 1024;
/** Up to here a body that is too large is received and dropped, so that its sender gets an answer. */
const MAX_DISCARDED_BYTES = 50 * MAX_FORM_BYTES;

/**
 * Reads a posted form: returns the fields that it is declared to have. Files go to `takeFile` as they come,
 * and are discarded without one. Throws a 413 or 400 response for what cannot be read.
 */
export async function readForm(
  request: Request,
  declared: DeclaredInputs,
  takeFile?: TakeFile,
): Promise<FormData> {
  return answerFormErrors(async () =>
    selectDeclared(await readEntries(request, takeFile), declared),
  );
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
