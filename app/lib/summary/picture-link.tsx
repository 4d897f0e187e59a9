import type { ReactNode } from 'react';
import { linkToRows, type SummaryGroup, type SummaryTable } from '~/lib/core/list/summary-view';

interface PictureLinkProps {
  table: SummaryTable;
  row?: SummaryGroup;
  column?: SummaryGroup;
  /** The number of rows. Without rows, there is no link. */
  rows: number;
  /** The text that pointing devices show, and the name of the link. */
  title: string;
  children: ReactNode;
}

/**
 * Renders a mark of a picture with a link to its rows. The table has the same links, so the keyboard skips these. If
 * the link must be posted, it leads to the row of the table, which has the button.
 */
export function PictureLink({ table, row, column, rows, title, children }: PictureLinkProps) {
  const link = rows > 0 ? linkToRows(table.links, row, column) : undefined;
  const mark = (
    <>
      <title>{title}</title>
      {children}
    </>
  );
  if (!link) return <g>{mark}</g>;
  const href = link.fields ? `#${buildPictureId(table, row)}` : link.href;
  return (
    <a href={href} tabIndex={-1}>
      {mark}
    </a>
  );
}

/** Returns the id of a group's row in the table. */
export function buildPictureId({ rows }: SummaryTable, row: SummaryGroup | undefined): string {
  return row ? `row-${rows.indexOf(row) + 1}` : 'summary-table';
}
