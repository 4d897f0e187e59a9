import type { Context } from 'hono';
import { HTTPException } from 'hono/http-exception';
import { FormError } from '../../shared/form-reader/form-error';
import type { BodyLimits } from '../../shared/form-reader/limits';
import { readMultipart, type TakeFile } from '../../shared/form-reader/read-multipart';
import { readUrlEncoded } from '../../shared/form-reader/read-url-encoded';

/**
 * The fields of a form. A field that was sent several times has a list of values. Every schema refuses the list, except
 * that of log entries, which stores an empty text instead (`entryText`).
 */
export type FormFields = Record<string, string | string[]>;

/**
 * Reads a form-encoded body. A body of another type has no fields. Throws an HTTPException with status 413 when
 * the body is larger than `maxBytes`, and with status 400 when it has too many fields. Discards the rest of a larger
 * body up to `bodyBytes`, because callers that cannot send their whole body do not read the answer.
 */
export async function readFields(
  c: Context,
  maxBytes: number,
  bodyBytes = maxBytes,
): Promise<FormFields> {
  const type = c.req.header('content-type') ?? '';
  if (type && !type.toLowerCase().startsWith('application/x-www-form-urlencoded')) return {};
  const limits = { fieldBytes: maxBytes, bodyBytes };
  return collectFields(await answerFormErrors(() => readUrlEncoded(c.req.raw, limits)));
}

/**
 * Reads a multipart body, and passes its files to `takeFile`. Throws an HTTPException with status 400 when the
 * body is malformed, and with status 413 when it is too large.
 */
export async function readFileForm(
  c: Context,
  limits: BodyLimits,
  takeFile: TakeFile,
): Promise<FormFields> {
  const type = c.req.header('content-type') ?? '';
  if (!type.toLowerCase().startsWith('multipart/form-data'))
    throw new HTTPException(400, { message: 'The form could not be read.' });
  return collectFields(await answerFormErrors(() => readMultipart(c.req.raw, limits, takeFile)));
}

async function answerFormErrors<T>(read: () => Promise<T>): Promise<T> {
  try {
    return await read();
  } catch (error) {
    if (error instanceof FormError)
      throw new HTTPException(error.status, { message: error.message });
    throw error;
  }
}

function collectFields(entries: readonly [string, string][]): FormFields {
  const fields = new Map<string, string | string[]>();
  for (const [name, value] of entries) {
    const before = fields.get(name);
    if (before === undefined) fields.set(name, value);
    else if (typeof before === 'string') fields.set(name, [before, value]);
    else before.push(value);
  }
  return Object.fromEntries(fields);
}
