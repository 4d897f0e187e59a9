import { timingSafeEqual } from 'node:crypto';
import type { KeyRing, RootKey } from './key-ring';

/** The result of a check. 'unknown key' means that the key ring does not contain the key. */
export type SignatureVerdict = 'signed' | 'unsigned' | 'unknown key' | 'wrong signature';

/**
 * Verifies the signature of the head of a hash chain with the key that the head names. `sign` returns the signature
 * that the head must have with a key.
 */
export function checkSignature(
  head: { key: string | null; signature: string | null },
  ring: KeyRing,
  sign: (key: RootKey) => string,
): SignatureVerdict {
  if (head.key === null && head.signature === null) return 'unsigned';
  const key = ring.find(head.key ?? '');
  if (!key) return 'unknown key';
  const wanted = Buffer.from(sign(key));
  const found = Buffer.from(head.signature ?? '');
  return wanted.length === found.length && timingSafeEqual(wanted, found)
    ? 'signed'
    : 'wrong signature';
}
