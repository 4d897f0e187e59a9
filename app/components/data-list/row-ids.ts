import type { ListView } from '~/lib/core/list/list-view';

/** The id of the row whose details the address shows. Without script, the browser scrolls to this row. */
export const OPENED_ID = 'opened';
/** The id of the first row, to which a skip link at the start of the page and the links of the pager lead. */
export const FIRST_ID = 'rows';

type Rows = Pick<ListView, 'rows' | 'open'>;

/** Returns the id of a row's element, or undefined if no link leads to the row. */
export function getRowId({ rows, open }: Rows, key: string): string | undefined {
  if (key === open) return OPENED_ID;
  return key === rows[0]?.key ? FIRST_ID : undefined;
}

/** Returns the id of the first row, or undefined if there are no rows. */
export function getFirstRowId(view: Rows): string | undefined {
  const [first] = view.rows;
  return first && getRowId(view, first.key);
}
