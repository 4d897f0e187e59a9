import { SHORTCUTS_PATH } from '~/lib/menu';
import { findKeyedItem } from '~/lib/shortcuts';
import { SEARCH_ID } from '../../lib/search/search-field';

/** The time in milliseconds within which a letter must follow the letter g. */
const SEQUENCE_MS = 1_500;

/** Matches elements in which users type, and dialogs, in which keys have other meanings. */
const TYPING = 'input, textarea, select, [contenteditable], [role="dialog"], [role="alertdialog"]';

interface ShortcutOptions {
  /** True if shortcuts of a single key apply (WCAG 2.1.4). */
  singleKeys: boolean;
  navigate: (path: string) => void;
}

/**
 * Starts to handle the shortcuts of lib/shortcuts.ts, and returns a function that stops this. Shortcuts of a single key
 * have no effect while the user types or holds down Ctrl, Alt or Command.
 */
export function handleShortcuts({ singleKeys, navigate }: ShortcutOptions): () => void {
  /** The time, in milliseconds since 1970, until which the letter of a screen may follow the letter g. */
  let awaitedUntil = 0;
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.defaultPrevented || event.isComposing || event.repeat) return;
    if (isSearchKey(event)) return focusSearch(event);
    const isFree = !event.ctrlKey && !event.metaKey && !event.altKey && !isTyping(event.target);
    if (!singleKeys || !isFree) return;
    const isAwaited = Date.now() < awaitedUntil;
    awaitedUntil = 0;
    if (isAwaited) {
      const item = findKeyedItem(event.key);
      if (!item) return;
      event.preventDefault();
      if (item.ownDocument) location.assign(item.path);
      else navigate(item.path);
    } else if (event.key === 'g') awaitedUntil = Date.now() + SEQUENCE_MS;
    else if (event.key === '/') focusSearch(event);
    else if (event.key === '?') navigate(SHORTCUTS_PATH);
  };
  document.addEventListener('keydown', onKeyDown);
  return () => document.removeEventListener('keydown', onKeyDown);
}

/** Returns whether the pressed keys are Ctrl+K or, on Apple's computers, Command+K. */
function isSearchKey({ key, ctrlKey, metaKey, altKey, shiftKey }: KeyboardEvent): boolean {
  return key.toLowerCase() === 'k' && ctrlKey !== metaKey && !altKey && !shiftKey;
}

function isTyping(target: EventTarget | null): boolean {
  return target instanceof Element && target.closest(TYPING) !== null;
}

function focusSearch(event: KeyboardEvent): void {
  // A dialog makes the rest of the page inert.
  if (document.querySelector('[role="dialog"], [role="alertdialog"]')) return;
  const field = document.getElementById(SEARCH_ID);
  if (!(field instanceof HTMLInputElement)) return;
  event.preventDefault();
  field.focus();
  field.select();
}
