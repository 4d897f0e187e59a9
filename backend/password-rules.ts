import { fold } from 'shared/list/values';
import { isCommonPassword } from './common-passwords';

export const MIN_CHARACTERS = 12;
export const MAX_CHARACTERS = 128;
/** Shorter names stand in many a good password by chance. */
const MIN_NAME = 4;

/**
 * Why a new password is refused: its length, that it is common, or that it holds one of `names`, which
 * are the user's own names and addresses. Nothing is asked of its composition.
 */
export function passwordProblem(password: string, names: readonly unknown[]): string | undefined {
  const characters = charactersOf(password);
  if (characters < MIN_CHARACTERS)
    return `The password must have at least ${MIN_CHARACTERS} characters`;
  if (characters > MAX_CHARACTERS)
    return `The password must have ${MAX_CHARACTERS} characters or fewer`;
  if (password.includes('\0')) return 'The password holds a character that cannot be saved';
  const folded = fold(normal(password));
  const found = names
    .filter((name) => typeof name === 'string')
    .flatMap((name) => [name.trim(), name.replace(/@.*/s, '').trim()])
    .some((name) => name.length >= MIN_NAME && folded.includes(fold(name)));
  if (found) return 'The password must not contain your name or email address';
  return isCommonPassword(folded)
    ? 'The password is one of those that are guessed first. Three or four words that have nothing to do with each other make a good one'
    : undefined;
}

/** The length as a person counts it: an emoji or a rare letter is one character. */
export function charactersOf(password: string): number {
  return Array.from(normal(password)).length;
}

/** One spelling for letters that keyboards send in several. */
export function normal(password: string): string {
  return password.normalize('NFKC');
}
