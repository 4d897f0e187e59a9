import { useFetcher } from '@remix-run/react';
import { useEffect, useRef, useState } from 'react';
import type { ChooserGroup } from '~/lib/list/build-chooser';
import type { ListView } from '~/lib/list/list-view';
import type { clientLoader, loader } from '~/routes/_signed-in+/columns.$';
import { Icon } from '../icon';
import { useCloseOnLeave } from '../use-close-on-leave';
import { useHydrated } from '../use-hydrated';
import { useTidyNavigate } from '../use-tidy-navigate';
import { ColumnGroups } from './column-groups';

/** From this many columns on there is a search box over them. */
const MANY = 15;

/**
 * Which columns show: a page of its own, and where script runs a popup of the same. A list may have a
 * hundred columns: they are fetched when they are wanted.
 */
export function ColumnChooser({ view }: { view: ListView }) {
  const hydrated = useHydrated();
  const link = useRef<HTMLAnchorElement>(null);
  if (hydrated) return <Popup view={view} focused={isFocused(link.current)} />;
  return (
    <a ref={link} href={view.chooserHref} className="button">
      <Icon name="columns-3" /> Columns
    </a>
  );
}

function isFocused(element: Element | null): boolean {
  return element !== null && element === document.activeElement;
}

/** It takes the link's place, and its focus: script comes late where the link to the panel is slow. */
function Popup({ view, focused }: { view: ListView; focused: boolean }) {
  const ref = useCloseOnLeave();
  useEffect(() => {
    if (focused) ref.current?.querySelector('summary')?.focus();
  }, [focused, ref]);
  const { data, state, load } = useFetcher<typeof loader | typeof clientLoader>();
  return (
    <details
      ref={ref}
      className="relative"
      onToggle={({ currentTarget }) => {
        if (currentTarget.open && !data && state === 'idle') load(view.chooserHref);
      }}
    >
      <summary className="button">
        <Icon name="columns-3" /> Columns
      </summary>
      <div className="popup mt-1 max-h-[70vh] w-72 max-w-[calc(100vw-2rem)] overflow-y-auto sm:right-0">
        {data && <LiveGroups view={view} groups={data.groups} />}
        {!data && state !== 'idle' && <p role="status">Loading data...</p>}
        {data === null && state === 'idle' && (
          <p role="alert">
            Could not show information. <a href={view.chooserHref}>Try again</a>
          </p>
        )}
      </div>
    </details>
  );
}

/** A click on a box is enough. */
function LiveGroups({ view, groups }: { view: ListView; groups: ChooserGroup[] }) {
  const goTo = useTidyNavigate();
  const [shown, setShown] = useState(() => shownIn(view));
  const [wanted, setWanted] = useState('');
  useEffect(() => setShown(shownIn(view)), [view]);
  const columns = groups.flatMap((group) => group.columns);

  function toggle(field: string, show: boolean) {
    const next = new Set(shown);
    if (show) next.add(field);
    else next.delete(field);
    setShown(next);
    const usual = columns.every((column) => next.has(column.field) === column.preset);
    const cols = columns
      .filter((column) => next.has(column.field))
      .sort((a, b) => a.place - b.place)
      .map((column) => column.field);
    const kept = [...new URLSearchParams(view.search)].filter(
      ([name]) => name !== 'cols' && name !== 'page',
    );
    goTo(view.path, [['cols', usual ? '' : cols.join(',')], ...kept], { replace: true });
  }

  return (
    <>
      {columns.length >= MANY && (
        <input
          type="search"
          aria-label="Find a column"
          placeholder="Find a column"
          className="input mb-2"
          value={wanted}
          onChange={(event) => setWanted(event.currentTarget.value)}
        />
      )}
      <ColumnGroups
        groups={groups}
        shown={shown}
        wanted={wanted.trim().toLowerCase()}
        onToggle={toggle}
      />
    </>
  );
}

function shownIn({ columns }: ListView): Set<string> {
  return new Set(columns.map(({ field }) => field));
}
