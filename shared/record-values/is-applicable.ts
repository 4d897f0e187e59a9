import type { When } from '../entities/field';

/** Returns whether a field applies, given the values of the other fields. */
export function isApplicable(
  when: When | undefined,
  readValue: (field: string) => unknown,
): boolean {
  if (!when) return true;
  const value = readValue(when.field);
  return 'is' in when ? value === when.is : value !== when.isNot;
}
