import { Form } from '@remix-run/react';
import type { ChangeEvent, ReactNode } from 'react';
import { type BulkOffer, bulkInputs } from '~/lib/core/list/bulk-offer';
import type { ListRow } from '~/lib/core/list/list-row';
import type { ListView } from '~/lib/core/list/list-view';
import { Icon } from '../icon';
import { useHydrated } from '../use-hydrated';

/** Renders the form around a list's table, which posts the selected rows. Lists without bulk actions have no form. */
export function BulkForm({ view, children }: { view: ListView; children: ReactNode }) {
  const { bulk, search } = view;
  if (!bulk) return children;
  return (
    <Form method="post" action={bulk.action} className="bulk-form">
      <input type="hidden" name={bulkInputs.list} value={search} />
      {children}
      <BulkBar key={search} view={view} bulk={bulk} />
    </Form>
  );
}

/** Renders the check box that selects a row, before the content of the row's first cell. */
export function SelectableCell({ row, children }: { row: ListRow; children: ReactNode }) {
  return (
    <div className="row-pick">
      <input
        type="checkbox"
        name={bulkInputs.row}
        value={row.key}
        aria-label={`Select ${row.label}`}
      />
      <div>{children}</div>
    </div>
  );
}

/** Renders the buttons for the selected rows, and the boxes that select many rows together. */
function BulkBar({ view, bulk }: { view: ListView; bulk: BulkOffer }) {
  const { pager, chips, q } = view;
  const hydrated = useHydrated();
  const total = pager.total.toLocaleString('en');
  const narrowed = chips.length > 0 || q !== '';
  return (
    <fieldset className="bulk-bar no-print">
      <legend className="sr-only">Actions for the selected rows</legend>
      {hydrated && pager.pages > 1 && (
        <label>
          <input type="checkbox" onChange={selectPage} /> Select all on this page
        </label>
      )}
      {pager.total <= bulk.maxRows ? (
        <label>
          <input type="checkbox" name={bulkInputs.all} value="yes" /> Select all {total}
          {narrowed && ' that match'}
        </label>
      ) : (
        <span>
          To select all rows, first filter the list to {bulk.maxRows.toLocaleString('en')} rows or
          fewer.
        </span>
      )}
      {bulk.canDelete && (
        <button type="submit" name={bulkInputs.work} value="delete" className="button text-bad">
          <Icon name="trash-2" /> Delete selected
        </button>
      )}
      {bulk.statuses.map(({ value, label }) => (
        <button
          key={value}
          type="submit"
          name={bulkInputs.work}
          value={`status:${value}`}
          className="button"
        >
          Change status to {label}
        </button>
      ))}
    </fieldset>
  );
}

/** Checks or clears the boxes of all rows of the page. */
function selectPage({ currentTarget: { form, checked } }: ChangeEvent<HTMLInputElement>) {
  for (const box of form?.querySelectorAll<HTMLInputElement>(`input[name=${bulkInputs.row}]`) ?? [])
    box.checked = checked;
}
