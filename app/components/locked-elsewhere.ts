/** The channel on which the page that unlocks tells the browser's other tabs that the session is locked. */
const CHANNEL = 'session-locked';

/** Tells the other tabs that the session is locked. Browsers without channels find out when the tab is shown. */
export function announceLock(): void {
  if (typeof BroadcastChannel === 'undefined') return;
  const channel = new BroadcastChannel(CHANNEL);
  channel.postMessage('');
  channel.close();
}

/** Calls `check` when another tab shows that the session is locked. Returns a function that stops this. */
export function onLockedElsewhere(check: () => void): () => void {
  if (typeof BroadcastChannel === 'undefined') return () => {};
  const channel = new BroadcastChannel(CHANNEL);
  channel.onmessage = () => check();
  return () => channel.close();
}
