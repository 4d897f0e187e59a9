import { type FetcherWithComponents, useFetcher } from '@remix-run/react';
import { type ReactNode, useEffect, useState } from 'react';
import type { ChooserGroup, ColumnChoice } from '~/lib/core/list/build-chooser';
import type { ListView } from '~/lib/core/list/list-view';
import Popup from '../popup';
import { useTidyNavigate } from '../use-tidy-navigate';
import { ColumnGroups } from './column-groups';

/** The chooser has a search box if the list has at least this number of columns. */
const MANY = 15;

const PANEL = 'popup mt-1 max-h-[70vh] w-72 max-w-[calc(100vw-2rem)] overflow-y-auto lg:right-0';

interface ColumnPopupProps {
  view: ListView;
  label: ReactNode;
  buttonClassName: string;
}

/** Renders the button of the columns with its popup. The code is loaded when the button is used. */
export default function ColumnPopup({ view, ...button }: ColumnPopupProps) {
  const fetcher = useFetcher<ColumnChoice | null>();
  return (
    <Popup {...button} panelClassName={PANEL} closeLabel="Close">
      <FetchedGroups view={view} fetcher={fetcher} />
    </Popup>
  );
}

interface FetchedGroupsProps {
  view: ListView;
  fetcher: FetcherWithComponents<ColumnChoice | null>;
}

/** Fetches the columns when the popup opens, because a list may have a hundred of them, and renders them. */
function FetchedGroups({ view, fetcher: { data, state, load } }: FetchedGroupsProps) {
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs once for each opening of the popup
  useEffect(() => {
    if (!data && state === 'idle') load(view.chooserHref);
  }, []);
  if (data) return <LiveGroups view={view} groups={data.groups} />;
  if (data === null && state === 'idle')
    return (
      <p role="alert">
        Could not show information. <a href={view.chooserHref}>Try again</a>
      </p>
    );
  return <p role="status">Loading data...</p>;
}

/** Renders the check boxes of the columns. A change of a box immediately reloads the list. */
function LiveGroups({ view, groups }: { view: ListView; groups: ChooserGroup[] }) {
  const goTo = useTidyNavigate();
  const [shown, setShown] = useState(() => getShownFields(view));
  const [wanted, setWanted] = useState('');
  useEffect(() => setShown(getShownFields(view)), [view]);
  const columns = groups.flatMap((group) => group.columns);

  function toggle(field: string, show: boolean) {
    const next = new Set(shown);
    if (show) next.add(field);
    else next.delete(field);
    setShown(next);
    const cols = columns
      .filter((column) => next.has(column.field))
      .sort((a, b) => a.index - b.index)
      .map((column) => column.field);
    const parameters = [...new URLSearchParams(view.search)].filter(
      ([name]) => name !== 'cols' && name !== 'page',
    );
    goTo(view.path, [['cols', cols.join(',')], ...parameters], { replace: true });
  }

  return (
    <>
      {columns.length >= MANY && (
        <input
          type="search"
          aria-label="Find a column"
          placeholder="Find a column"
          className="input mb-2 w-[calc(100%-3rem)]"
          value={wanted}
          onChange={(event) => setWanted(event.currentTarget.value)}
        />
      )}
      <ColumnGroups groups={groups} shown={shown} wanted={wanted} onToggle={toggle} />
    </>
  );
}

function getShownFields({ columns }: ListView): Set<string> {
  return new Set(columns.map(({ field }) => field));
}
