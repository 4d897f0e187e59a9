import type { MouseEvent } from 'react';

/**
 * Returns whether a click is a plain one. With other clicks, the browser opens a tab or a window, or downloads.
 */
export function isPlainClick({ button, metaKey, altKey, ctrlKey, shiftKey }: MouseEvent): boolean {
  return button === 0 && !(metaKey || altKey || ctrlKey || shiftKey);
}
