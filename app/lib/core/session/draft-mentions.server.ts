import { listTexts } from 'shared/erasure/person';
import { Mentions } from '../digests/mentions.server';

/** The maximum number of characters of a draft whose mentions are collected, because this takes time. */
const MAX_CHARACTERS = 100_000;

/**
 * Collects the words and the records that a draft mentions. A draft may contain the id of a record in the path of its
 * form, in the address of another page, or as a value, such as that of a selected row.
 */
export function collectDraft(
  path: string,
  { fields, errors }: { fields: readonly [string, string][]; errors: unknown },
): Mentions {
  const mentions = new Mentions();
  const values = [path, ...fields.map(([, value]) => value)];
  const texts = [...values, ...listTexts(errors)];
  if (texts.reduce((sum, { length }) => sum + length, 0) > MAX_CHARACTERS) mentions.giveUp();
  mentions.addReferences(values);
  mentions.addTexts(texts);
  return mentions;
}
