import { Form, useSubmit } from '@remix-run/react';
import { useEffect, useState } from 'react';
import type { ListView } from '~/lib/list/list-view';
import { Icon } from '../icon';
import { useCloseOnLeave } from '../use-close-on-leave';

/** Which columns show: check boxes of a GET form. With script a click is enough, without it the button. */
export function ColumnChooser({ view }: { view: ListView }) {
  const submit = useSubmit();
  const ref = useCloseOnLeave();
  const fields = view.chooser.flatMap((group) => group.columns);
  const [shown, setShown] = useState(() => shownOf(view));
  useEffect(() => setShown(shownOf(view)), [view]);
  const kept = [...new URLSearchParams(view.search)].filter(
    ([name]) => name !== 'cols' && name !== 'page',
  );

  function toggle(field: string, show: boolean) {
    const next = new Set(shown);
    if (show) next.add(field);
    else next.delete(field);
    setShown(next);
    const cols = fields.filter((column) => next.has(column.field)).map((column) => column.field);
    const search = new URLSearchParams(kept);
    if (cols.length > 0) search.set('cols', cols.join(','));
    submit(search, { method: 'get', action: view.path, preventScrollReset: true, replace: true });
  }

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
        {view.chooser.map((group) => (
          <fieldset key={group.title ?? ''} className="mb-2">
            <legend className="pb-1 text-sm font-semibold">{group.title ?? 'Columns'}</legend>
            {group.columns.map((column) => (
              <label
                key={column.field}
                className="flex items-center gap-2 rounded px-1 py-1 hover:bg-sunken"
              >
                <input
                  type="checkbox"
                  name="cols"
                  value={column.field}
                  checked={shown.has(column.field)}
                  onChange={(event) => toggle(column.field, event.currentTarget.checked)}
                />
                {column.title}
              </label>
            ))}
          </fieldset>
        ))}
        <button type="submit" className="button w-full">
          Show these columns
        </button>
      </Form>
    </details>
  );
}

function shownOf(view: ListView): Set<string> {
  return new Set(
    view.chooser.flatMap((group) =>
      group.columns.flatMap(({ field, shown }) => (shown ? [field] : [])),
    ),
  );
}
