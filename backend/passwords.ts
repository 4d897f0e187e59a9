import { hash, verify } from '@node-rs/argon2';
import { fold } from '../app/lib/list/values';

/** OWASP's parameters for argon2id; memory in KiB. */
const parameters = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };
const CURRENT = '$argon2id$v=19$m=19456,t=2,p=1$';
const MIN_CHARACTERS = 12;
const MAX_CHARACTERS = 128;
/** Shorter names stand in many a good password by chance. */
const MIN_NAME = 4;

/** The argon2id hash of a password. */
export function hashPassword(password: string): Promise<string> {
  return hash(normal(password), parameters);
}

let standIn: Promise<string> | undefined;

/**
 * Whether the password belongs to the hash. Without a hash, or with a password that nobody can
 * have, the answer is no, after the same work as for a wrong password.
 */
export async function passwordMatches(
  stored: string | undefined,
  password: string,
): Promise<boolean> {
  standIn ??= hashPassword('nobody has this password');
  const tooLong = password.length > MAX_CHARACTERS * 2;
  const matches = await verify(stored ?? (await standIn), normal(tooLong ? '' : password));
  return matches && stored !== undefined && !tooLong;
}

/** Whether a hash was made with other parameters than today's. */
export function isOutdated(stored: string): boolean {
  return !stored.startsWith(CURRENT);
}

/** Why a new password is refused; `names` are the user's own names and addresses. */
export function passwordProblem(password: string, names: readonly unknown[]): string | undefined {
  const characters = Array.from(normal(password)).length;
  if (characters < MIN_CHARACTERS)
    return `The password must have at least ${MIN_CHARACTERS} characters`;
  if (characters > MAX_CHARACTERS)
    return `The password must have ${MAX_CHARACTERS} characters or fewer`;
  if (password.includes('\0')) return 'The password holds a character that cannot be saved';
  const folded = fold(normal(password));
  const found = names
    .filter((name) => typeof name === 'string')
    .flatMap((name) => [name, name.split('@')[0]])
    .some((name) => name.length >= MIN_NAME && folded.includes(fold(name)));
  return found ? 'The password must not contain your name or email address' : undefined;
}

/** One spelling for letters that keyboards send in several. */
function normal(password: string): string {
  return password.normalize('NFKC');
}
