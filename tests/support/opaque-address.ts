import { defined } from '../../shared/defined';
import type { Visitor } from './visitor';

/**
 * Returns the address with an opaque id to which the panel redirects from `path`. The path contains the number of a
 * phone or the id of a participant.
 */
export async function findOpaqueAddress(visitor: Visitor, path: string): Promise<string> {
  const answer = await visitor.request(path);
  return defined(answer.headers.get('location') ?? undefined);
}
