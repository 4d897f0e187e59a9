import { z } from 'zod';

/** A request header that makes a host answer with status 304 if the resource has not changed. */
export type RequestCondition = { 'if-none-match': string } | { 'if-modified-since': string };

const entityTag = z.string().regex(/^[\x21-\x7e][\x20-\x7e]{0,499}$/);

/**
 * Returns the condition for the next request, from the response's ETag, which may be weak, or else from Last-Modified.
 * Returns undefined if the response has neither, or if Last-Modified is too recent.
 */
export function readCondition(headers: Headers): RequestCondition | undefined {
  const tag = entityTag.safeParse(headers.get('etag'));
  if (tag.success) return { 'if-none-match': tag.data };
  const modified = headers.get('last-modified') ?? '';
  const sent = Date.parse(headers.get('date') ?? '') || Date.now();
  // Last-Modified has a precision of one second. A second change within the same second would go unnoticed, so
  // the header is used only if it is at least one second older than the response.
  return sent - Date.parse(modified) >= 1_000 ? { 'if-modified-since': modified } : undefined;
}

/** Returns true if the response may be cached. */
export function isStorable(headers: Headers): boolean {
  return !/\bno-store\b/i.test(headers.get('cache-control') ?? '');
}
