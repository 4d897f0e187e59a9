/**
 * Returns whether a text is a record's number in the form that hosts write: `22`, but not `022`, `+22`, `22.0`
 * or `1e1`.
 */
export function isRecordId(text: string): boolean {
  return /^[1-9]\d{0,14}$/.test(text);
}
