import type { When } from '../entities/form-field';

/** Whether a field is in force, by what the other fields hold. The server and the page both ask. */
export function isInForce(when: When | undefined, heldBy: (field: string) => unknown): boolean {
  if (!when) return true;
  const value = heldBy(when.field);
  return 'is' in when ? value === when.is : value !== when.isNot;
}
