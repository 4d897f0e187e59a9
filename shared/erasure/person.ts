import { fold } from '../list/values';
import { parseJson } from '../parse-json';

/** The values by which the records of one participant are found. */
export interface Person {
  participantId: string;
  /** Empty if the participant has none. */
  studyNumber: string;
  /** The numbers of phones that are only theirs. */
  phones: readonly string[];
  /** Their names and email addresses in records of these phones. */
  names: readonly string[];
}

/** A participant of a host. */
export interface FoundPerson {
  person: Person;
  /** The number of phones of the participant that other people use too. Records of these phones belong to others. */
  sharedPhones: number;
  /** True if the host no longer has the participant, so that only the history says what belongs to them. */
  isFormer?: boolean;
  /** True if another participant now has the study number of a former one. */
  hasSharedNumber?: boolean;
}

/** The records of one entity that belong to a person. */
export interface PersonRecords {
  entity: string;
  ids: readonly string[];
}

/** The stored rows of records of one entity. */
export interface PersonRows {
  entity: string;
  rows: readonly { id: string; row: Readonly<Record<string, string | number | null>> }[];
}

/** A value by which erased people are recognized. */
export type PersonValueKind = 'participant' | 'study number' | 'phone';

/**
 * The minimum number of characters of a value that is searched for inside texts. A shorter value would be found in
 * texts about other people.
 */
const MIN_MENTIONED = 4;

/** Returns the values that identify a person wherever they stand in a text. */
export function listMentions({ studyNumber, phones, names }: Person): string[] {
  return [studyNumber, ...phones, ...names].filter((value) => value.length >= MIN_MENTIONED);
}

/**
 * Returns the values of `listMentions` that are found in texts about nobody else: without names of one word, such as
 * Mary, which other people have too.
 */
export function listCertainMentions(person: Person): string[] {
  const names = person.names.filter((name) => /[\s@\d]/.test(name));
  return listMentions({ ...person, names });
}

/**
 * Returns whether a text contains one of the values, not as a part of a longer word or number. Upper and lower case
 * do not matter.
 */
export function mentions(given: string, values: readonly string[]): boolean {
  const text = fold(given);
  return values.map(fold).some((value) => {
    for (let at = text.indexOf(value); at >= 0; at = text.indexOf(value, at + 1))
      if (!isInWord(text, at, value)) return true;
    return false;
  });
}

/**
 * Returns whether a text that may be JSON contains one of the values. In JSON, signs such as line breaks are escaped.
 */
export function mentionsInJson(text: string, values: readonly string[]): boolean {
  return mentions(text, values) || mentions(listTexts(readJson(text)).join('\n'), values);
}

function readJson(text: string): unknown {
  try {
    return parseJson(text);
  } catch {
    return undefined;
  }
}

/** Returns all texts and numbers inside a value. */
export function listTexts(value: unknown): string[] {
  if (typeof value === 'string' || typeof value === 'number') return [String(value)];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(listTexts) : [];
}

function isInWord(text: string, at: number, value: string): boolean {
  const continues = (sign: string, own: string) => isWordSign(sign) && isWordSign(own);
  return (
    continues(text.charAt(at - 1), value.charAt(0)) ||
    continues(text.charAt(at + value.length), value.charAt(value.length - 1))
  );
}

function isWordSign(sign: string): boolean {
  return /[\p{L}\p{N}]/u.test(sign);
}
