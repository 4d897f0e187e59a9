import { RemixBrowser } from '@remix-run/react';
import { type ReactNode, StrictMode, startTransition, useEffect, useLayoutEffect } from 'react';
import { hydrateRoot } from 'react-dom/client';
import { detectBusyAnswers } from './lib/core/client/busy-error';
import type { KeptValues } from './lib/core/client/keep-typed';

detectBusyAnswers(window);
hideRestoredPages(window);

/**
 * Loads the polyfills if the browser lacks the newest of the polyfilled functions. Other browsers do not download them.
 */
async function loadPolyfills(): Promise<void> {
  if (!('findLast' in Array.prototype)) await import('./lib/core/client/polyfills');
}

/** Returns whether something may have been typed, or is about to be. */
function mayBeTyped(): boolean {
  const fields = document.querySelectorAll<HTMLInputElement & HTMLSelectElement>(
    'input, textarea, select',
  );
  return (
    document.activeElement !== document.body ||
    [...fields].some((field) =>
      field.options
        ? field.selectedIndex > 0
        : field.value !== field.defaultValue || field.checked !== field.defaultChecked,
    )
  );
}

/** Keeps what is typed until React has taken over the page. Pages on which nothing is typed do not download this. */
async function keepTyped(): Promise<KeptValues | undefined> {
  if (!mayBeTyped()) return undefined;
  const found = await import('./lib/core/client/keep-typed').catch(() => undefined);
  return found?.keepTyped(window);
}

/** Puts back what was typed before script took over the page, and then prepares the router for upgrades. */
function TakenOver({ typed, children }: { typed?: KeptValues; children: ReactNode }) {
  // The effects of the page run before those of this component.
  useLayoutEffect(() => typed?.restore(), [typed]);
  useEffect(() => {
    typed?.report();
    import('./lib/core/client/follow-upgrades').then(
      ({ followUpgrades }) => followUpgrades(window.__remixRouter),
      () => {},
    );
  }, [typed]);
  return children;
}

async function hydrate(): Promise<void> {
  await loadPolyfills();
  const typed = await keepTyped();
  await readPageData(() => RemixBrowser({}));
  startTransition(() => {
    hydrateRoot(
      document,
      <StrictMode>
        <TakenOver typed={typed}>
          <RemixBrowser />
        </TakenOver>
      </StrictMode>,
    );
  });
}

void hydrate();

/**
 * Loads a page again if the browser restores it from its memory (the back/forward cache), so that the page of a session
 * that has ended or is locked is not shown. Hides the page before it is stored, so that it does not appear until then.
 */
function hideRestoredPages(window: Window): void {
  const root = window.document.documentElement;
  window.addEventListener('pagehide', ({ persisted }) => {
    if (persisted) root.hidden = true;
  });
  window.addEventListener('pageshow', ({ persisted }) => {
    if (persisted) window.location.reload();
  });
}

/**
 * Waits until Remix has decoded the page's data. `render` is RemixBrowser. Until the data is decoded, it throws a
 * promise before it calls any hook. Without this wait, React would report error 345 if the user clicked before the end
 * of hydration, because no Suspense boundary is above the promise (docs/decisions/0130-documented-framework.md).
 */
async function readPageData(render: () => unknown): Promise<void> {
  try {
    render();
  } catch (thrown) {
    // Any other error, or a rejection, is ignored here: it is thrown again when React renders.
    if (thrown instanceof Promise) await thrown.catch(() => undefined);
  }
}
