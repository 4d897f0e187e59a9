import { Form } from '@remix-run/react';
import { useEffect, useState } from 'react';
import type { ChooserColumn, ChooserGroup, ListView } from '~/lib/list/list-view';
import { Icon } from '../icon';
import { useCloseOnLeave } from '../use-close-on-leave';
import { useHydrated } from '../use-hydrated';
import { useTidyNavigate } from '../use-tidy-navigate';

/** From this many columns on there is a search box over them. */
const MANY = 15;

/** Which columns show: check boxes of a GET form. With script a click is enough, without it the button. */
export function ColumnChooser({ view }: { view: ListView }) {
  const goTo = useTidyNavigate();
  const ref = useCloseOnLeave();
  const hydrated = useHydrated();
  const columns = view.chooser.flatMap((group) => group.columns);
  const [shown, setShown] = useState(() => shownOf(columns));
  const [wanted, setWanted] = useState('');
  // biome-ignore lint/correctness/useExhaustiveDependencies: the columns belong to the view
  useEffect(() => setShown(shownOf(columns)), [view]);
  const kept = [...new URLSearchParams(view.search)].filter(
    ([name]) => name !== 'cols' && name !== 'page',
  );

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
    goTo(view.path, [['cols', usual ? '' : cols.join(',')], ...kept], { replace: true });
  }

  const groups = view.chooser.map((group) => ({
    ...group,
    columns: group.columns.map((column) => ({ ...column, shown: shown.has(column.field) })),
  }));
  return (
    <details ref={ref} className="relative">
      <summary className="button">
        <Icon name="columns-3" /> Columns
      </summary>
      <Form
        method="get"
        action={view.path}
        className="popup mt-1 max-h-[70vh] w-72 max-w-[calc(100vw-2rem)] overflow-y-auto sm:right-0"
      >
        {kept.map(([name, value]) => (
          <input key={name} type="hidden" name={name} value={value} />
        ))}
        {hydrated && columns.length >= MANY && (
          <input
            type="search"
            aria-label="Find a column"
            placeholder="Find a column"
            className="input mb-2"
            value={wanted}
            onChange={(event) => setWanted(event.currentTarget.value)}
            onKeyDown={(event) => event.key === 'Enter' && event.preventDefault()}
          />
        )}
        {groups.map((group) => (
          <Group
            key={group.title ?? ''}
            group={group}
            folds={groups.length > 1}
            wanted={wanted.trim().toLowerCase()}
            onToggle={toggle}
          />
        ))}
        <button type="submit" className="button w-full">
          Show these columns
        </button>
      </Form>
    </details>
  );
}

interface GroupProps {
  group: ChooserGroup;
  /** One of several groups: it can be folded, and is while it has nothing to say. */
  folds: boolean;
  wanted: string;
  onToggle: (field: string, show: boolean) => void;
}

function Group({ group, folds, wanted, onToggle }: GroupProps) {
  const title = group.title ?? 'General';
  const shown = group.columns.filter((column) => column.shown).length;
  const [openAtFirst] = useState(shown > 0);
  const found = (column: ChooserColumn) => column.title.toLowerCase().includes(wanted);
  if (!group.columns.some(found)) return null;
  const boxes = (
    <fieldset className="mb-2">
      <legend className={folds ? 'sr-only' : 'pb-1 text-sm font-semibold'}>
        {folds ? title : 'Columns'}
      </legend>
      {group.columns.map((column) => (
        <label
          key={column.field}
          hidden={!found(column)}
          className="flex items-center gap-2 rounded px-1 py-1 hover:bg-sunken [&[hidden]]:hidden"
        >
          <input
            type="checkbox"
            name="cols"
            value={column.field}
            checked={column.shown}
            onChange={(event) => onToggle(column.field, event.currentTarget.checked)}
          />
          {column.title}{' '}
        </label>
      ))}
    </fieldset>
  );
  if (!folds) return boxes;
  return (
    <details open={openAtFirst || wanted !== ''} className="group">
      <summary className="flex items-center gap-1 py-1 text-sm font-semibold">
        <Icon name="chevron-right" className="group-open:rotate-90" />
        {title}
        <span className="ml-auto font-normal text-muted">
          {shown} of {group.columns.length}
        </span>
      </summary>
      {boxes}
    </details>
  );
}

function shownOf(columns: readonly ChooserColumn[]): Set<string> {
  return new Set(columns.flatMap(({ field, shown }) => (shown ? [field] : [])));
}
