import { Body } from './body';
import { type FormError, LateFormError, makeTooLargeError, makeTooManyError } from './form-error';
import { type BodyLimits, formLimits } from './limits';

const AMPERSAND = 0x26;

/**
 * Reads a form-encoded body as UTF-8, whatever charset its content type names. Leaves invalid escapes as they
 * are (URL Standard). Throws a FormError if the body cannot be read or exceeds the limits.
 */
export async function readUrlEncoded(
  request: Request,
  { fieldBytes, bodyBytes, late }: BodyLimits,
): Promise<[string, string][]> {
  const body = new Body(request, bodyBytes, late);
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  let fields = 1;
  let refusal: FormError | undefined;
  try {
    for await (const chunk of body.read()) {
      bytes += chunk.byteLength;
      if (bytes > fieldBytes) refusal ??= makeTooLargeError(fieldBytes);
      if (refusal) continue;
      for (let at = chunk.indexOf(AMPERSAND); at >= 0; at = chunk.indexOf(AMPERSAND, at + 1))
        fields++;
      if (fields > formLimits.fields) refusal = makeTooManyError(formLimits.fields, 'fields');
      chunks.push(chunk);
    }
  } catch (error) {
    if (!(error instanceof LateFormError)) throw error;
    // The last field may have arrived only in part.
    throw new LateFormError(parse(chunks).slice(0, -1));
  }
  if (refusal) throw refusal;
  return parse(chunks);
}

function parse(chunks: readonly Uint8Array[]): [string, string][] {
  return [...new URLSearchParams(new TextDecoder().decode(Buffer.concat(chunks)))];
}
