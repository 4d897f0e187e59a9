import { shortText } from 'shared/short-text';
import type { Trail } from '../../trail';
import { noteRows, type Viewer } from '../access/note-access.server';
import { discussion } from '../entities/discussion';
import type { ApiError } from '../host/api-result';
import { describeLoadError } from '../host/describe-error';
import { maskText } from '../masking/mask.server';
import { paths } from './cloud-store.server';
import { buildDiscussionRow } from './documents';
import { readDocument } from './messenger.server';

interface DiscussionHead {
  head: { title: string; error?: string };
  error?: ApiError;
}

/**
 * Returns the title for a discussion's pages, and the error if the discussion cannot be read. Notes that the title is
 * shown to the user.
 */
export async function findDiscussion(user: Viewer, id: string): Promise<DiscussionHead> {
  const found = await readDocument('discussion', () => paths.discussion(id));
  if (found.ok) {
    const row = buildDiscussionRow(found.value);
    const titled = discussion.list.columns.filter(({ field }) => field === discussion.label);
    noteRows(user, 'Chat', discussion, [row], titled);
    return { head: { title: maskText(row.title) || `Discussion ${id}` } };
  }
  const { error } = found;
  return { head: { title: 'Discussion', error: describeLoadError(error, 'discussion') }, error };
}

/** Returns the breadcrumbs of the pages with a discussion's posts. */
export function buildDiscussionTrail(title: string): Trail {
  return [{ title: discussion.title, href: discussion.list.path }, { title: shortText(title) }];
}
