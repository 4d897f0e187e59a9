import { RemixBrowser } from '@remix-run/react';
import { type ReactNode, StrictMode, startTransition, useEffect, useLayoutEffect } from 'react';
import { hydrateRoot } from 'react-dom/client';
import { detectBusyAnswers } from './lib/client/busy-error';
import { hideRestoredPages } from './lib/client/hide-restored-pages';
import type { KeptValues } from './lib/client/keep-typed';
import { readPageData } from './lib/client/read-page-data';

detectBusyAnswers(window);
hideRestoredPages(window);

/**
 * Loads the polyfills if the browser lacks the newest of the polyfilled functions. Other browsers do not download them.
 */
async function loadPolyfills(): Promise<void> {
  if (!('findLast' in Array.prototype)) await import('./lib/client/polyfills');
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
  const found = await import('./lib/client/keep-typed').catch(() => undefined);
  return found?.keepTyped(window);
}

/** Puts back what was typed before script took over the page, and then prepares the router for upgrades. */
function TakenOver({ typed, children }: { typed?: KeptValues; children: ReactNode }) {
  // The effects of the page run before those of this component.
  useLayoutEffect(() => typed?.restore(), [typed]);
  useEffect(() => {
    typed?.report();
    import('./lib/client/follow-upgrades').then(
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
