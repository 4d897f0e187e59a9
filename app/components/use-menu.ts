import { useRouteLoaderData } from '@remix-run/react';
import { type MenuGroup, menu } from '~/lib/menu';
import type { loader } from '~/routes/_signed-in+/_layout';

/** The menu as the user's role has it; the guards refuse all the same. */
export function useMenu(): readonly MenuGroup[] {
  const mayImport =
    useRouteLoaderData<typeof loader>('routes/_signed-in+/_layout')?.mayImport ?? false;
  return menu.map((group) => ({
    ...group,
    items: group.items.filter(({ needsImport }) => mayImport || !needsImport),
  }));
}
