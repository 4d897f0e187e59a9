import { malformed } from './form-error';
import type { BodyLimits } from './limits';
import { readMultipart, type TakeFile } from './read-multipart';
import { readUrlEncoded } from './read-url-encoded';

/**
 * Reads a posted form of either kind, whatever its fields are called; `selectDeclared` says which of them
 * the form has. Files go to `takeFile` as they come, and are discarded without one. Throws a FormError.
 */
export async function readFormBody(
  request: Request,
  limits: BodyLimits,
  takeFile?: TakeFile,
): Promise<[string, string][]> {
  const type = request.headers.get('content-type') ?? '';
  if (/^application\/x-www-form-urlencoded\b/i.test(type)) return readUrlEncoded(request, limits);
  if (/^multipart\/form-data\b/i.test(type)) return readMultipart(request, limits, takeFile);
  throw malformed();
}
