import { BUILD_HEADER } from './build-header';
import { findForm } from './busy-error';
import { isPageChanged } from './is-field-changed';
import { postDocument } from './post-document';

type Router = typeof window.__remixRouter;
type Routes = Router['routes'];

/** A promise that never resolves: the browser leaves the page. */
const leaving = new Promise<never>(() => {});

/**
 * Makes a tab that was opened before an upgrade go on after it. The new server refuses the client navigation of other
 * builds (server/refuse-other-builds.ts), before it does anything. The browser then opens or posts the address itself,
 * as it does without script (docs/decisions/0254-tabs-after-an-upgrade.md).
 */
export function followUpgrades(router: Router): void {
  checkModules(router);
  const { fetch } = window;
  window.fetch = async (input, init) => {
    const url = new URL(input instanceof Request ? input.url : input, location.href);
    if (url.origin !== location.origin || !url.pathname.endsWith('.data'))
      return fetch(input, init);
    const headers = new Headers(init?.headers);
    headers.set(BUILD_HEADER, window.__remixManifest.version);
    const response = await fetch(input, { ...init, headers });
    if (response.status !== 409 || !response.headers.has(BUILD_HEADER)) return response;
    openDocument(url, init);
    return leaving;
  };
}

/**
 * Checks, before the router loads the module of a route, that the server still has it. The router would load the page
 * that is open again, instead of the one that the user has asked for.
 */
function checkModules(router: Router): void {
  for (const route of listRoutes(router.routes)) {
    const load = route.lazy as (() => Promise<unknown>) | undefined;
    const module = window.__remixManifest.routes[route.id]?.module;
    if (!load || !module) continue;
    route.lazy = (async () => {
      if (await isAvailable(module)) return load();
      const { state, location: next } = router.state.navigation;
      // A form is posted as soon as the server has refused it.
      if (state === 'loading') location.assign(next.pathname + next.search + next.hash);
      return leaving;
    }) as typeof route.lazy;
  }
}

function listRoutes(routes: Routes): Routes {
  return routes.flatMap((route) => [route, ...listRoutes(route.children ?? [])]);
}

async function isAvailable(module: string): Promise<boolean> {
  try {
    await import(/* @vite-ignore */ module);
    return true;
  } catch {
    const answer = await fetch(module, { method: 'HEAD' }).catch(() => undefined);
    return answer?.status !== 404;
  }
}

/** Opens the page of a refused request as a document, or posts its form. */
function openDocument(url: URL, init?: RequestInit): void {
  const form = findForm(url, init);
  if (form) {
    postDocument(form);
    return;
  }
  const { state, location: next } = window.__remixRouter.state.navigation;
  const isUpdate = state === 'idle' && !url.searchParams.has('_routes');
  // The page wanted to show newer data. What is typed is worth more.
  if (isUpdate && isPageChanged()) return;
  url.searchParams.delete('_routes');
  const path = url.pathname.replace(/\.data$/, '').replace(/^\/_root$/, '/');
  location.assign(path + url.search + (next?.pathname === path ? next.hash : ''));
}
