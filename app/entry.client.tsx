import { RemixBrowser } from '@remix-run/react';
import { StrictMode, startTransition } from 'react';
import { hydrateRoot } from 'react-dom/client';
import { detectBusyAnswers } from './lib/client/busy-error';
import { hideRestoredPages } from './lib/client/hide-restored-pages';
import { readPageData } from './lib/client/read-page-data';

detectBusyAnswers(window);
hideRestoredPages(window);

/**
 * Loads the polyfills if the browser lacks the newest of the polyfilled functions. Other browsers do not download them.
 */
async function loadPolyfills(): Promise<void> {
  if (!('findLast' in Array.prototype)) await import('./lib/client/polyfills');
}

async function hydrate(): Promise<void> {
  await loadPolyfills();
  await readPageData(() => RemixBrowser({}));
  startTransition(() => {
    hydrateRoot(
      document,
      <StrictMode>
        <RemixBrowser />
      </StrictMode>,
    );
  });
}

void hydrate();
