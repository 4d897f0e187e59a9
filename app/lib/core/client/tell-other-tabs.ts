import { UNLOCK_PATH } from '../../menu';

/** Makes the other tabs of the browser find out that the session is locked. */
export function tellOtherTabs(): void {
  if (!window.BroadcastChannel) return;
  const channel = new BroadcastChannel(UNLOCK_PATH);
  channel.postMessage('');
  channel.close();
}
