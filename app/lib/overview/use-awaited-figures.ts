import { useFetcher } from '@remix-run/react';
import { useEffect } from 'react';
import type { AwaitedFigures, CardView } from '~/lib/overview/overview-view';

/** The part of the home page's data that changes when figures have been computed. */
interface HomeFigures {
  cards: CardView[];
  awaited?: AwaitedFigures;
}

/**
 * Loads figures that are being computed, as often as `first` and the answers say. Returns the latest ones, and a note
 * on their state. Without script, the page reloads itself (root.tsx).
 */
export function useAwaitedFigures(first: AwaitedFigures | undefined): {
  cards?: CardView[];
  note?: string;
} {
  const { data, load } = useFetcher<HomeFigures>();
  const awaited = data ? data.awaited : first;
  useEffect(() => {
    if (!awaited?.href) return;
    const { href, seconds } = awaited;
    const timer = setTimeout(() => load(href), seconds * 1_000);
    return () => clearTimeout(timer);
  }, [awaited, load]);
  return { cards: data?.cards, note: describeState(first, { ...data, awaited }) };
}

function describeState(
  first: AwaitedFigures | undefined,
  { cards, awaited }: Partial<HomeFigures>,
): string | undefined {
  if (awaited?.href) return 'Figures are being counted. This page shows them when they are ready.';
  if (awaited) return 'Figures are still being counted. Open this page again later to see them.';
  if (!first) return undefined;
  return cards?.some(({ problem }) => problem)
    ? 'Some figures could not be counted.'
    : 'The figures have been counted.';
}
