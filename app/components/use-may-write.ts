import { useRouteLoaderData } from '@remix-run/react';
import type { PinnedView } from '~/lib/core/list/view-choices.server';
import type { Permissions } from '~/lib/core/session/permissions';

/**
 * Returns whether the user's role may change data. Components use it only to hide buttons: the guard on the server
 * refuses the changes.
 */
export function useMayWrite(): boolean {
  return usePermissions()?.mayWrite ?? true;
}

/** Returns whether the user may read the access log of all users. */
export function useMayReadAccesses(): boolean {
  return usePermissions()?.mayReadAccesses ?? false;
}

/** Returns whether the user's role may export lists. */
export function useMayExport(): boolean {
  return usePermissions()?.mayExport ?? true;
}

/** Returns the number of accounts that wait for approval, or 0 for users who may not approve accounts. */
export function useWaiting(): number {
  return usePermissions()?.waiting ?? 0;
}

/** Returns the views that the user has pinned to the menu. */
export function usePinnedViews(): readonly PinnedView[] {
  return usePermissions()?.pinned ?? [];
}

function usePermissions() {
  return useRouteLoaderData<Permissions & { waiting: number; pinned: readonly PinnedView[] }>(
    'routes/_signed-in+/_layout',
  );
}
