/** Replaces a name that no account has, because people sometimes type a password as their name. */
export const UNKNOWN_ACCOUNT = 'unknown account';

/** Replaces a name when the panel cannot find out whether an account has it. */
export const SOME_ACCOUNT = 'an account';

const reserved: readonly string[] = [UNKNOWN_ACCOUNT, SOME_ACCOUNT];

/** Characters that do not show, break the line or change the direction of what follows. */
const HIDDEN = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}]/u;

/** Returns why a new user may not have this username, which would mislead readers of the audit log, if so. */
export function findUsernameProblem(name: string): string | undefined {
  if (HIDDEN.test(name)) return 'Username must not include line breaks or invisible characters';
  const plain = name.normalize('NFKC').toLowerCase().trim().replace(/\s+/g, ' ');
  return reserved.includes(plain)
    ? `Username must not be “${plain}”, which the audit log uses for other purposes`
    : undefined;
}
