import { ZxcvbnFactory } from '@zxcvbn-ts/core';
import { adjacencyGraphs, dictionary } from '@zxcvbn-ts/language-common';
import { fold } from './list/values';

export const MIN_CHARACTERS = 12;
export const MAX_CHARACTERS = 128;
/**
 * The minimum length of a name that a password must not contain. Good passwords contain shorter names by
 * chance.
 */
const MIN_NAME = 4;
/** The minimum zxcvbn score of a password. It is the highest score and stands for at least 10^10 guesses. */
const MIN_SCORE = 4;
/**
 * The maximum number of characters that are estimated. With this limit and MAX_SUBSTITUTIONS, an estimate takes less
 * than 60 ms (decision 0026).
 */
const ESTIMATED_CHARACTERS = 64;
const MAX_SUBSTITUTIONS = 10;

const holdsName = 'Password must not contain your name or email address';
const easyToGuess =
  'Password is easy to guess. Use three or four words that have nothing to do with each other';

/** Words that people of the study would guess first and that zxcvbn's dictionaries lack. */
const studyWords = `
zambia zambian lusaka kitwe ndola livingstone malawi lilongwe zimbabwe harare botswana gaborone namibia windhoek
mozambique maputo johannesburg pretoria lesotho eswatini swaziland angola tanzania copperbelt chipolopolo
study research researcher researchers survey project panel control administrator administrators participant
participants facilitator facilitators navigator navigators facility facilities clinic hospital health patient nurse
doctor contraception condom prep messenger jesuschrist godisgood welcome letmein changeme correcthorsebatterystaple
`;

/**
 * Returns the reason that a new password is refused, or undefined if it is accepted. A password is refused for its
 * length, for a null character, because it contains one of `names`, or because it is easy to guess. `names` are the
 * user's names and addresses. There are no rules that require digits or special characters.
 */
export function findPasswordProblem(
  password: string,
  names: readonly unknown[],
): string | undefined {
  const characters = Array.from(normalizePassword(password)).length;
  if (characters < MIN_CHARACTERS) return `Password must be ${MIN_CHARACTERS} characters or more`;
  if (characters > MAX_CHARACTERS) return `Password must be ${MAX_CHARACTERS} characters or fewer`;
  if (password.includes('\0')) return 'Password holds a character that cannot be saved';
  if (containsName(password, names)) return holdsName;
  return isEasyToGuess(password) ? easyToGuess : undefined;
}

/** Returns whether the password contains one of the user's names, or the part of an address before the @. */
function containsName(password: string, names: readonly unknown[]): boolean {
  const folded = fold(normalizePassword(password));
  return names
    .filter((name) => typeof name === 'string')
    .flatMap((name) => [name.trim(), name.replace(/@.*/s, '').trim()])
    .some((name) => name.length >= MIN_NAME && folded.includes(fold(name)));
}

/** Returns the password in Unicode form NFKC, because keyboards send some letters in different encodings. */
export function normalizePassword(password: string): string {
  return password.normalize('NFKC');
}

/**
 * The estimator. It is created when the first password is checked, because its dictionaries take 35 ms to
 * build.
 */
let estimator: ZxcvbnFactory | undefined;

function isEasyToGuess(password: string): boolean {
  estimator ??= new ZxcvbnFactory({
    dictionary: { ...dictionary, study: studyWords.trim().split(/\s+/) },
    graphs: adjacencyGraphs,
    maxLength: ESTIMATED_CHARACTERS,
    l33tMaxSubstitutions: MAX_SUBSTITUTIONS,
  });
  return estimator.check(fold(normalizePassword(password))).score < MIN_SCORE;
}
