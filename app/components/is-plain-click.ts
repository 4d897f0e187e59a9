import type { MouseEvent } from 'react';

/** Returns whether a click is a plain one. Other clicks open a tab or a window, or download: they are the browser's. */
export function isPlainClick({ button, metaKey, altKey, ctrlKey, shiftKey }: MouseEvent): boolean {
  return button === 0 && !(metaKey || altKey || ctrlKey || shiftKey);
}
