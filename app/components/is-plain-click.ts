import type { MouseEvent } from 'react';

/**
 * Returns whether a click uses the main mouse button and no modifier key. For other clicks on a link, the browser opens
 * a tab, a window or a menu, or downloads the target.
 */
export function isPlainClick({ button, metaKey, altKey, ctrlKey, shiftKey }: MouseEvent): boolean {
  return button === 0 && !(metaKey || altKey || ctrlKey || shiftKey);
}
