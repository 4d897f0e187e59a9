import { hash, verify } from '@node-rs/argon2';
import { MAX_CHARACTERS, normalizePassword } from 'shared/password-rules';

/** The parameters that OWASP recommends for argon2id. `memoryCost` is in KiB. */
const parameters = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };
const CURRENT = '$argon2id$v=19$m=19456,t=2,p=1$';

/** Returns the argon2id hash of a password. */
export function hashPassword(password: string): Promise<string> {
  return hash(normalizePassword(password), parameters);
}

/** The hash that a password is compared with if no hash is stored, so that the comparison takes the same time. */
let standIn: Promise<string> | undefined;

/**
 * Returns whether the password matches the hash. Returns false without a hash, and for a text that is too long to be a
 * password, after the same work as for a wrong password.
 */
export async function matchesPassword(
  stored: string | undefined,
  password: string,
): Promise<boolean> {
  standIn ??= hashPassword('nobody has this password');
  const tooLong = password.length > MAX_CHARACTERS * 2;
  const matches = await verify(
    stored ?? (await standIn),
    normalizePassword(tooLong ? '' : password),
  );
  return matches && stored !== undefined && !tooLong;
}

/** Returns whether a hash was made with other parameters than the current ones. */
export function isOutdated(stored: string): boolean {
  return !stored.startsWith(CURRENT);
}
