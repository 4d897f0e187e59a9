import { z } from 'zod';

/** A request header with which a host answers 304 while its last answer is unchanged. */
export type Condition = { 'if-none-match': string } | { 'if-modified-since': string };

const entityTag = z.string().regex(/^[\x21-\x7e][\x20-\x7e]{0,499}$/);

/** The condition that an answer's headers allow: its ETag, weak ones too, else its Last-Modified. */
export function readCondition(headers: Headers): Condition | undefined {
  const tag = entityTag.safeParse(headers.get('etag'));
  if (tag.success) return { 'if-none-match': tag.data };
  const modified = headers.get('last-modified') ?? '';
  const sent = Date.parse(headers.get('date') ?? '') || Date.now();
  // The header has whole seconds: of two changes within the second of the answer, it would miss the later one.
  return sent - Date.parse(modified) >= 1_000 ? { 'if-modified-since': modified } : undefined;
}

/** Returns whether an answer may be cached. */
export function isStorable(headers: Headers): boolean {
  return !/\bno-store\b/i.test(headers.get('cache-control') ?? '');
}
