/**
 * Returns the value. Throws an error when it is undefined. It is for values that exist by the way they were
 * computed, which the compiler cannot know, such as an element at an index within a list.
 */
export function defined<T>(value: T | undefined): T {
  if (value === undefined) throw new Error('A value that must exist is undefined.');
  return value;
}
