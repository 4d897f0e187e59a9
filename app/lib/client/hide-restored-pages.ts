/**
 * Loads a page again if the browser restores it from its memory (the back/forward cache), so that the page of a session
 * that has ended or is locked is not shown. Hides the page before it is stored, so that it does not appear until then.
 */
export function hideRestoredPages(window: Window): void {
  const root = window.document.documentElement;
  window.addEventListener('pagehide', ({ persisted }) => {
    if (persisted) root.hidden = true;
  });
  window.addEventListener('pageshow', ({ persisted }) => {
    if (persisted) window.location.reload();
  });
}
