/**
 * The text that logs contain in place of a name that no account has. Such a name may be a password that was
 * typed into the wrong field.
 */
export const UNKNOWN_ACCOUNT = 'unknown account';

/** The text that logs contain in place of a name if the panel cannot find out whether an account has this name. */
export const SOME_ACCOUNT = 'an account';

const reserved: readonly string[] = [UNKNOWN_ACCOUNT, SOME_ACCOUNT];

/** Matches characters that are invisible, break the line or change the direction of the text. */
const HIDDEN = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}]/u;

/**
 * Returns the reason that a new user must not have this username, or undefined if it is allowed. Refuses a username
 * that would mislead readers of the audit log.
 */
export function findUsernameProblem(name: string): string | undefined {
  if (HIDDEN.test(name)) return 'Username must not include line breaks or invisible characters';
  const plain = name.normalize('NFKC').toLowerCase().trim().replace(/\s+/g, ' ');
  return reserved.includes(plain)
    ? `Username must not be “${plain}”, which the audit log uses for other purposes`
    : undefined;
}
