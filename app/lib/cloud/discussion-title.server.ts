import { loadFault } from '../api/faults';
import { paths } from './cloud-store.server';
import { discussionRow } from './documents';
import { readDocument } from './messenger.server';

/** What a discussion's own pages are headed with, and why it cannot be read. */
export async function discussionTitle(id: string): Promise<{ title: string; fault?: string }> {
  const found = await readDocument('discussion', () => paths.discussion(id));
  return found.ok
    ? { title: discussionRow(found.value).title || `Discussion ${id}` }
    : { title: 'Discussion', fault: loadFault(found.fault, 'discussion') };
}
