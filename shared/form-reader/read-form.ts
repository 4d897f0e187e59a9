import { makeMalformedError } from './form-error';
import type { BodyLimits } from './limits';
import { readMultipart, type TakeFile } from './read-multipart';
import { readUrlEncoded } from './read-url-encoded';

/**
 * Reads all fields of a posted form of either content type. Callers select the declared fields with `selectDeclared`.
 * Passes files to `takeFile` as they arrive. Without `takeFile`, discards the files. Throws a FormError for a body that
 * cannot be read or exceeds the limits.
 */
export async function readFormBody(
  request: Request,
  limits: BodyLimits,
  takeFile?: TakeFile,
): Promise<[string, string][]> {
  const type = request.headers.get('content-type') ?? '';
  if (/^application\/x-www-form-urlencoded\b/i.test(type)) return readUrlEncoded(request, limits);
  if (/^multipart\/form-data\b/i.test(type)) return readMultipart(request, limits, takeFile);
  throw makeMalformedError();
}
