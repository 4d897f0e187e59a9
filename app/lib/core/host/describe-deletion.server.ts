import { getApiHost } from './host.server';

/** Returns the sentence that tells users before a deletion whether and for how long they can undo it. */
export function describeDeletion(): string {
  const { bin } = getApiHost();
  if (!bin) return 'This cannot be undone.';
  return `You can undo this for ${bin.days} ${bin.days === 1 ? 'day' : 'days'}.`;
}
