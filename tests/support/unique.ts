import { randomUUID } from 'node:crypto';

/** Returns a name that no other test uses. */
export function unique(word: string): string {
  return `${word} ${randomUUID().slice(0, 8)}`;
}
