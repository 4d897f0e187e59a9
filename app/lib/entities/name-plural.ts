import { inSentence } from '../host/faults';
import type { Entity } from './entity';

/** Returns the plural of a list's records for use in a sentence: 'SMS categories'. */
export function namePlural({ plural, pluralInWords }: Entity): string {
  return pluralInWords ?? inSentence(plural);
}
