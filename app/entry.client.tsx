import './lib/polyfills';
import { RemixBrowser } from '@remix-run/react';
import { StrictMode, startTransition } from 'react';
import { hydrateRoot } from 'react-dom/client';
import { detectBusyAnswers } from './lib/busy-error';
import { readPageData } from './lib/read-page-data';

detectBusyAnswers(window);

readPageData(() => RemixBrowser({})).then(() =>
  startTransition(() => {
    hydrateRoot(
      document,
      <StrictMode>
        <RemixBrowser />
      </StrictMode>,
    );
  }),
);
