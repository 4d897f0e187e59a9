/**
 * Returns whether a text is the number of a record in the notation that hosts use, such as `22`. `022`, `+22`, `22.0`
 * and `1e1` are not.
 */
export function isRecordId(text: string): boolean {
  return /^[1-9]\d{0,14}$/.test(text);
}
