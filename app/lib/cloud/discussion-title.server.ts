import type { ApiFault } from '../host/envelope';
import { loadFault } from '../host/faults';
import { paths } from './cloud-store.server';
import { discussionRow } from './documents';
import { readDocument } from './messenger.server';

interface DiscussionHead {
  head: { title: string; fault?: string };
  fault?: ApiFault;
}

/** Returns what a discussion's own pages are headed with, and why it cannot be read. */
export async function discussionHead(id: string): Promise<DiscussionHead> {
  const found = await readDocument('discussion', () => paths.discussion(id));
  if (found.ok) return { head: { title: discussionRow(found.value).title || `Discussion ${id}` } };
  const { fault } = found;
  return { head: { title: 'Discussion', fault: loadFault(fault, 'discussion') }, fault };
}
