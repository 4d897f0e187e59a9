import { z } from 'zod';
import { fromOpaqueId, toOpaqueId } from './record-address.server';

/** The uses of encrypted texts. A text that was encrypted for one use cannot be read for another. */
type Purpose = 'reveal' | 'filter' | 'phone';

const schema = z.array(z.string());

/** Encrypts texts that pages send back to the server but must not show, such as masked phone numbers. */
export function sealTexts(purpose: Purpose, ...texts: string[]): string {
  return toOpaqueId(getKind(purpose), JSON.stringify(texts));
}

/** Returns the texts that `sealTexts` has encrypted for this purpose, or undefined for any other text. */
export function openTexts(purpose: Purpose, sealed: string): string[] | undefined {
  const text = fromOpaqueId(getKind(purpose), sealed);
  return text === undefined ? undefined : schema.parse(JSON.parse(text));
}

/** Returns a kind that no entity has, because names of entities contain no space. */
function getKind(purpose: Purpose): string {
  return `text ${purpose}`;
}
