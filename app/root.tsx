import './styles/tokens.css';
import './styles/app.css';
import { MantineProvider } from '@mantine/core';
import {
  isRouteErrorResponse,
  Links,
  Outlet,
  Scripts,
  ScrollRestoration,
  useMatches,
  useRouteError,
} from '@remix-run/react';
import type { ReactNode } from 'react';
import faviconUrl from './assets/favicon.svg?url';
import { BusyNotice } from './components/busy-notice';
import { useInitialTitle } from './components/error-title';
import { useLightPages } from './components/light-pages';
import { mantineOptions } from './components/mantine-options';
import { useNonce } from './components/nonce';
import { RequestReference } from './components/request-reference';
import { BusyError } from './lib/core/client/busy-error';

export function Layout({ children }: { children: ReactNode }) {
  const nonce = useNonce();
  const light = useLightPages();
  return (
    <html lang="en" data-mantine-color-scheme="light">
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="robots" content="noindex" />
        {/* In the browser, useErrorPrefix changes the title. */}
        <title suppressHydrationWarning>{useInitialTitle(usePageTitle())}</title>
        <Refresh />
        <link rel="icon" href={faviconUrl} type="image/svg+xml" />
        <Links />
      </head>
      <body>
        {children}
        {!light && (
          <>
            <ScrollRestoration nonce={nonce} />
            <Scripts nonce={nonce} />
          </>
        )}
      </body>
    </html>
  );
}

export default function App() {
  return (
    <MantineProvider {...mantineOptions}>
      <Outlet />
    </MantineProvider>
  );
}

export function ErrorBoundary() {
  const error = useRouteError();
  if (error instanceof BusyError) return <BusyNotice error={error} />;
  const text = describeError(error);
  return (
    <main className="mx-auto max-w-xl p-6">
      <h1 className="mb-3">There is a problem</h1>
      <p className="mb-4">{text}</p>
      {!isRefusal(error) && <RequestReference />}
      <a className="button" href="/home">
        Go to the home page
      </a>
    </main>
  );
}

/**
 * Returns whether the request was refused (403). The page then gives the reason, so users need not report the error.
 */
function isRefusal(error: unknown): boolean {
  return isRouteErrorResponse(error) && error.status === 403;
}

function describeError(error: unknown): string {
  if (isRouteErrorResponse(error)) {
    // The router's own message mentions routes and actions, which users do not know.
    if (error.status === 405) return 'This page does not accept forms. Nothing was saved.';
    if (typeof error.data === 'string' && error.data) return error.data;
  }
  return 'Something went wrong on this page. If you were saving something, check whether it was saved before you try again.';
}

/**
 * Makes a page without script reload itself, if its loader returns `refreshSeconds`. With `refreshHref`, the page goes
 * to that address instead.
 */
function Refresh() {
  const light = useLightPages();
  const refreshes = useMatches().flatMap(({ data }) =>
    data && typeof data === 'object' && 'refreshSeconds' in data
      ? [
          {
            seconds: Number(data.refreshSeconds),
            href: 'refreshHref' in data ? `; url=${String(data.refreshHref)}` : '',
          },
        ]
      : [],
  );
  const [first] = refreshes.sort((one, other) => one.seconds - other.seconds);
  if (!first) return null;
  const refresh = <meta httpEquiv="refresh" content={`${first.seconds}${first.href}`} />;
  // Browsers that can run script ignore the content of a <noscript>, also on light pages, which have no script.
  return light ? refresh : <noscript>{refresh}</noscript>;
}

/** Returns the title that the loader of the page has returned. */
function usePageTitle(): string {
  const titles = useMatches().flatMap(({ data }) =>
    data && typeof data === 'object' && 'title' in data ? [String(data.title)] : [],
  );
  return titles.at(-1) ?? 'There is a problem';
}
