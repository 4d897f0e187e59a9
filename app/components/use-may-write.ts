import { useRouteLoaderData } from '@remix-run/react';
import type { Permissions } from '~/lib/session/permissions';

/**
 * Returns whether the user's role may change data. Components hide buttons by it, but the guard on the server
 * is what refuses changes.
 */
export function useMayWrite(): boolean {
  return usePermissions()?.mayWrite ?? true;
}

/** Returns whether the user may read the access log of all users. */
export function useMayReadAccesses(): boolean {
  return usePermissions()?.mayReadAccesses ?? false;
}

function usePermissions() {
  return useRouteLoaderData<Permissions>('routes/_signed-in+/_layout');
}
