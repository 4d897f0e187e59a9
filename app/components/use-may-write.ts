import { useRouteLoaderData } from '@remix-run/react';
import type { Permissions } from '~/lib/session/permissions';

/**
 * Returns whether the user's role may change data; buttons that do are hidden from others. The guard
 * refuses all the same.
 */
export function useMayWrite(): boolean {
  return useRouteLoaderData<Permissions>('routes/_signed-in+/_layout')?.mayWrite ?? true;
}
