import { Link } from '@remix-run/react';
import type { BulkRow } from '~/lib/bulk/bulk-view';

/** The maximum number of characters of a label that the page shows. Labels of messages are whole texts. */
const MAX = 120;

/** Renders the label of a record, which leads to the page of the record, and its id. */
export function RowName({ row: { id, label, href } }: { row: BulkRow }) {
  const name = label.length > MAX ? `${label.slice(0, MAX)}…` : label;
  return (
    <>
      {href ? <Link to={href}>{name}</Link> : name}{' '}
      <span className="text-sm text-muted">ID {id}</span>
    </>
  );
}
