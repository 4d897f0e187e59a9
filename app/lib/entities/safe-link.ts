/** An address that a link may lead to: http or https, nothing that runs or reads. */
export function checkLink(raw: unknown): string | undefined {
  if (typeof raw !== 'string' || !URL.canParse(raw)) return undefined;
  const url = new URL(raw);
  return url.protocol === 'http:' || url.protocol === 'https:' ? url.href : undefined;
}
