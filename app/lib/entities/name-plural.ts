import { putInSentence } from '../host/describe-error';
import type { Entity } from './entity';

/** Returns the plural of a list's records for use in a sentence: 'SMS categories'. */
export function namePlural({ title, pluralInWords }: Entity): string {
  return pluralInWords ?? putInSentence(title);
}
