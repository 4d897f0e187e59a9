import { createContext, type SyntheticEvent, useContext } from 'react';
import type { ListRow } from '~/lib/core/list/list-row';
import { ALL_OPEN, type ListView } from '~/lib/core/list/list-view';
import { Icon } from '../icon';
import { isPlainClick } from '../is-plain-click';
import { useMayWrite } from '../use-may-write';
import { RemovalLink } from './removal-link';
import { OPENED_ID } from './row-ids';

interface OpenRows {
  keys: readonly string[];
  toggle: (key: string) => void;
}

/** The rows whose details are shown. */
export const OpenRowsContext = createContext<OpenRows>({ keys: [], toggle: () => {} });

interface RowActionsProps {
  view: Pick<ListView, 'widest' | 'hasDetails' | 'open' | 'openHref' | 'closedHref' | 'deleteNote'>;
  row: ListRow;
}

/** Renders the actions of a row: a link that shows the values of hidden columns, and a link that removes the row. */
export function RowActions({ view, row }: RowActionsProps) {
  const mayWrite = useMayWrite();
  return (
    <>
      {view.hasDetails && view.open !== ALL_OPEN && <DetailsLink view={view} row={row} />}
      {mayWrite && row.removal && (
        <RemovalLink
          {...row.removal}
          label={row.label}
          note={row.removal.verb === 'Delete' ? view.deleteNote : undefined}
        />
      )}
    </>
  );
}

/**
 * Renders the link that shows or hides the details of a row. Without script, the link of a closed row leads to the list
 * with this row open, and the link of an open row leads to the list with all details hidden.
 */
function DetailsLink({ view, row }: RowActionsProps) {
  const { keys, toggle } = useContext(OpenRowsContext);
  const open = keys.includes(row.key);
  const toggleRow = (event: SyntheticEvent) => {
    event.preventDefault();
    toggle(row.key);
  };
  return (
    <a
      href={open ? view.closedHref : `${view.openHref}${encodeURIComponent(row.key)}#${OPENED_ID}`}
      aria-expanded={open}
      className={`button details-${view.widest}`}
      onClick={(event) => {
        if (isPlainClick(event)) toggleRow(event);
      }}
      onKeyDown={(event) => {
        if (event.key === ' ') toggleRow(event);
      }}
    >
      <Icon name="ellipsis" />
      <span className="sr-only">More of {row.label}</span>
    </a>
  );
}
