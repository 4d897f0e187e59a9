import { useRouteLoaderData } from '@remix-run/react';
import type { loader } from '~/routes/_signed-in+/_layout';

/**
 * Whether the user's role may change anything; buttons that do are not shown to others. The guard
 * refuses all the same.
 */
export function useMayWrite(): boolean {
  return useRouteLoaderData<typeof loader>('routes/_signed-in+/_layout')?.mayWrite ?? true;
}
