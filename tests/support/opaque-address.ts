import { defined } from '../../shared/defined';
import type { Visitor } from './visitor';

/**
 * Returns the address with opaque ids to which the panel redirects from `path`, which has a phone's number or a
 * participant's id.
 */
export async function findOpaqueAddress(visitor: Visitor, path: string): Promise<string> {
  const answer = await visitor.request(path);
  return defined(answer.headers.get('location') ?? undefined);
}
