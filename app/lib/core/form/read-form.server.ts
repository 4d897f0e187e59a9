import { type DeclaredInputs, selectDeclared } from 'shared/form-reader/declared';
import { FormError, LateFormError } from 'shared/form-reader/form-error';
import { readFormBody } from 'shared/form-reader/read-form';
import type { TakeFile } from 'shared/form-reader/read-multipart';
import { config } from '../server/config.server';
import { refuseRequest } from '../server/refuse';
import { type FormGuard, findFormGuard } from './form-guard.server';
import { guardFile } from './guard-file.server';

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

/** The time in milliseconds in which a form must arrive. The limit ends when a file of the form begins to arrive. */
const FORM_MS = 60_000;

/**
 * Reads a posted form and returns its declared fields. Passes files to `takeFile` as they arrive, or discards files if
 * it is not given. Throws a 413 or 400 response for a body that cannot be read, a 413 response if the values have
 * more than `maxCharacters` characters in total, and a 408 response if the form has not arrived within FORM_MS. Once
 * the body has been read, the guard of the request checks the sender again, so that nobody acts whose session or role
 * has ended since.
 */
export async function readForm(
  request: Request,
  declared: DeclaredInputs,
  takeFile?: TakeFile,
  maxCharacters = MAX_CHARACTERS,
): Promise<FormData> {
  const guard = findFormGuard(request);
  return answerFormErrors(async () => {
    const entries = await readInTime(request, guard, takeFile);
    await guard.checkAgain(entries);
    const form = selectDeclared(entries, declared);
    const sum = [...form.values()].reduce((sum, value) => sum + String(value).length, 0);
    if (sum > maxCharacters) {
      const limit = maxCharacters.toLocaleString('en');
      throw new FormError(413, `The form is too large. It can hold up to ${limit} characters.`);
    }
    return form;
  });
}

/** Reads the declared fields of a posted form whose sender is not checked. Throws a response like readForm. */
export function readUnguardedForm(request: Request, declared: DeclaredInputs): Promise<FormData> {
  return answerFormErrors(async () => selectDeclared(await readInTime(request), declared));
}

/**
 * Reads all fields of a posted form whose inputs are not known yet, and whose sender is not checked. Of a file, discards
 * the content and returns its name as the value of its input. Throws a 413, 408 or 400 response like readForm.
 */
export function readUndeclaredForm(request: Request): Promise<[string, string][]> {
  return answerFormErrors(async () => {
    const files: [string, string][] = [];
    const fields = await readInTime(request, undefined, async (input, { name }) => {
      files.push([input, name]);
    });
    return [...fields, ...files];
  });
}

async function readInTime(
  request: Request,
  guard?: FormGuard,
  takeFile?: TakeFile,
): Promise<[string, string][]> {
  const late = new AbortController();
  const timer = setTimeout(() => late.abort(), FORM_MS);
  const take: TakeFile | undefined =
    takeFile &&
    ((input, file) => {
      clearTimeout(timer);
      return guard
        ? guardFile(guard, file, (guarded) => takeFile(input, guarded))
        : takeFile(input, file);
    });
  const bodyBytes = MAX_DISCARDED_BYTES + (takeFile ? config.UPLOAD_MAX_BYTES : 0);
  const limits = { fieldBytes: MAX_FORM_BYTES, bodyBytes, late: late.signal };
  try {
    return await readFormBody(request, limits, take);
  } catch (error) {
    if (error instanceof LateFormError) await refuseLate(error, guard);
    throw error;
  } finally {
    clearTimeout(timer);
  }
}

/** Refuses a form that did not arrive in time. Closes the connection, because the rest may still come. */
async function refuseLate({ fields }: LateFormError, guard?: FormGuard): Promise<never> {
  const isKept = await guard?.keepLate(fields);
  const next = isKept
    ? 'What arrived of it is kept for 15 minutes: open the form again, check it and send it again.'
    : 'Check your connection, go back and send it again.';
  const message = `The form did not arrive within ${FORM_MS / 1000} seconds, so nothing was saved. ${next}`;
  refuseRequest(408, message, { Connection: 'close' });
}

async function answerFormErrors<T>(read: () => Promise<T>): Promise<T> {
  try {
    return await read();
  } catch (error) {
    if (error instanceof FormError) refuseRequest(error.status, error.message);
    throw error;
  }
}
