import { z } from 'zod';
import { fromOpaqueId, toOpaqueId } from './record-address.server';

/** The uses of encrypted texts. A text that was encrypted for one use cannot be read for another. */
type Purpose = 'reveal' | 'filter' | 'phone';

const schema = z.tuple([z.string()], z.string());

/** Encrypts texts that pages send back to the server but must not show, such as masked phone numbers. */
export function sealTexts(purpose: Purpose, ...texts: string[]): string {
  return toOpaqueId(JSON.stringify([purpose, ...texts]));
}

/** Returns the texts that `sealTexts` has encrypted for this purpose, or undefined for any other text. */
export function openTexts(purpose: Purpose, sealed: string): string[] | undefined {
  const text = fromOpaqueId(sealed);
  if (!text?.startsWith('["')) return undefined;
  try {
    const [own, ...texts] = schema.parse(JSON.parse(text));
    return own === purpose ? texts : undefined;
  } catch {
    return undefined;
  }
}
