import { putInSentence } from '../host/describe-error';
import type { Entity } from './entity';

/** Returns the plural word for an entity's records for use in a sentence, such as 'SMS categories'. */
export function getPluralName({ title, pluralInWords }: Entity): string {
  return pluralInWords ?? putInSentence(title);
}
