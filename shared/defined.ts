/**
 * Returns the value. Throws an error if it is undefined. Use it for values that always exist although the
 * compiler cannot prove it, such as the element at an index within a list.
 */
export function defined<T>(value: T | undefined): T {
  if (value === undefined) throw new Error('A value that must exist is undefined.');
  return value;
}
