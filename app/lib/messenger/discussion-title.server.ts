import type { ApiError } from '../host/api-result';
import { describeLoadError } from '../host/describe-error';
import { paths } from './cloud-store.server';
import { buildDiscussionRow } from './documents';
import { readDocument } from './messenger.server';

interface DiscussionHead {
  head: { title: string; error?: string };
  error?: ApiError;
}

/** Returns the title for a discussion's pages, and the error if the discussion cannot be read. */
export async function findDiscussion(id: string): Promise<DiscussionHead> {
  const found = await readDocument('discussion', () => paths.discussion(id));
  if (found.ok)
    return { head: { title: buildDiscussionRow(found.value).title || `Discussion ${id}` } };
  const { error } = found;
  return { head: { title: 'Discussion', error: describeLoadError(error, 'discussion') }, error };
}
