import { inSentence } from '../host/faults';
import type { Entity } from './entity';

/** Returns what a list holds, as it stands inside a sentence: 'SMS categories'. */
export function namePlural({ plural, pluralInWords }: Entity): string {
  return pluralInWords ?? inSentence(plural);
}
