import { Link } from '@remix-run/react';
import { cutText } from 'shared/cut-text';
import type { BulkRow } from '~/lib/bulk/bulk-view';

/** The maximum number of characters of a label that the page shows. The label of a message is its complete text. */
const MAX_LENGTH = 120;

/** Renders the label of a record as a link to its page, if it has a page, and the id of the record. */
export function RowName({ row: { id, label, href } }: { row: BulkRow }) {
  const name = label.length > MAX_LENGTH ? `${cutText(label, MAX_LENGTH)}…` : label;
  return (
    <>
      {href ? <Link to={href}>{name}</Link> : name}{' '}
      <span className="text-sm text-muted">ID {id}</span>
    </>
  );
}
