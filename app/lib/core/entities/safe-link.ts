/**
 * Returns an http or https address in normal form. Returns undefined for any other value, such as
 * `javascript:`.
 */
export function normalizeLink(raw: unknown): string | undefined {
  if (typeof raw !== 'string' || !URL.canParse(raw)) return undefined;
  const url = new URL(raw);
  return url.protocol === 'http:' || url.protocol === 'https:' ? url.href : undefined;
}
