import { useRouteLoaderData } from '@remix-run/react';
import type { Permissions } from '~/lib/session/permissions';

/**
 * Returns whether the user's role may change data. Components hide buttons by it, but the guard on the server
 * is what refuses changes.
 */
export function useMayWrite(): boolean {
  return useRouteLoaderData<Permissions>('routes/_signed-in+/_layout')?.mayWrite ?? true;
}
