/** Returns any value of a host as text. Null and undefined become an empty text, and objects become JSON. */
export function toText(raw: unknown): string {
  if (raw === null || raw === undefined) return '';
  return typeof raw === 'object' ? JSON.stringify(raw) : String(raw);
}
