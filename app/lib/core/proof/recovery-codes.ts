import { createHash } from 'node:crypto';
import { takeRandomBytes } from 'shared/random-bytes';

/** The number of recovery codes that a user gets. */
const RECOVERY_CODES = 10;
/** Letters and digits that cannot be mistaken for each other. Their number, 32, divides 256. */
const ALPHABET = 'abcdefghjkmnpqrstuvwxyz023456789';
/** 24 characters have 120 bits, so a plain hash is enough (ASVS 5.0, 6.5.2). */
const LENGTH = 24;

/** Returns new recovery codes, in groups of four characters. */
export function makeRecoveryCodes(): string[] {
  return Array.from({ length: RECOVERY_CODES }, () =>
    [...takeRandomBytes(LENGTH)]
      .map((byte) => ALPHABET[byte % ALPHABET.length])
      .join('')
      .replace(/(.{4})(?!$)/g, '$1-'),
  );
}

/** Returns whether a typed code has the form of a recovery code. */
export function isRecoveryCode(typed: string): boolean {
  return simplify(typed).length === LENGTH;
}

/**
 * Returns the hash under which a recovery code is stored. `owner` is the user's key. Differences of spaces, hyphens and
 * case do not matter.
 */
export function hashRecoveryCode(owner: string, typed: string): string {
  return createHash('sha256')
    .update(JSON.stringify([owner, simplify(typed)]))
    .digest('hex');
}

function simplify(typed: string): string {
  return typed.replace(/[\s-]/g, '').toLowerCase();
}
