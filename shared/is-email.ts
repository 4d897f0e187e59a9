import { z } from 'zod';

/** The characters of the part before the @ that need no quotation marks (RFC 5321, RFC 6531). */
const LOCAL = /^[\p{L}\p{M}\p{N}!#$%&'*+\-/=?^_`{|}~.]{1,64}$/u;
const DOMAIN =
  /^(?=.{1,253}$)(?:[\p{L}\p{N}](?:[\p{L}\p{M}\p{N}-]{0,61}[\p{L}\p{M}\p{N}])?\.)+[\p{L}\p{M}\p{N}-]{2,63}$/u;

/**
 * Returns whether mail servers accept a text as an e-mail address. Also accepts letters of all scripts, and dots where
 * some providers have assigned them although the standard does not allow it.
 */
export function isEmail(text: string): boolean {
  const [local = '', domain = '', ...rest] = text.split('@', 3);
  return rest.length === 0 && LOCAL.test(local) && !local.startsWith('.') && DOMAIN.test(domain);
}

/** Returns the schema of an e-mail address. */
export function emailAddress(message = 'Invalid email address') {
  return z.string(message).refine(isEmail, message);
}
