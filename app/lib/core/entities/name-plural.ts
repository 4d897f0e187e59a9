import type { Entity } from './entity';

/** Returns the plural of the word for an entity's records as it is written in a sentence, such as 'SMS categories'. */
export function getPluralName({ title, pluralInWords }: Entity): string {
  return pluralInWords ?? putInSentence(title);
}

/** Returns a title as it is written inside a sentence: 'SMS Categories' becomes 'SMS categories'. */
export function putInSentence(title: string): string {
  return title.replace(/\b[A-Z](?=[a-z])/g, (letter) => letter.toLowerCase());
}
