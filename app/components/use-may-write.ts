import { useRouteLoaderData } from '@remix-run/react';
import type { loader } from '~/routes/_signed-in+/_layout';

/**
 * Returns whether the user's role may change data; buttons that do are hidden from others. The guard
 * refuses all the same.
 */
export function useMayWrite(): boolean {
  return useRouteLoaderData<typeof loader>('routes/_signed-in+/_layout')?.mayWrite ?? true;
}
