import type { FieldKind } from 'shared/list/grammar';

/** The data of a list's page, built on the server and rendered by components/data-list. */
export interface ListView {
  /** The document's title, which names the page of the list. */
  title: string;
  heading: string;
  /** The list's path, where its forms lead. */
  path: string;
  /** The path of the add form, when there is one. */
  addHref?: string;
  exportHref: string;
  /** The page where columns are chosen. */
  chooserHref: string;
  /** The row that shows its details: its key, ALL_OPEN or nothing. */
  open?: string;
  /** This page with an opened row, but for the row's key. */
  openHref: string;
  /** This page with no row opened. */
  closedHref: string;
  /** The address of this page without its path, to find the way back from a form. */
  search: string;
  columns: ListColumn[];
  /** The highest tier of a column: from that width on all of them show. */
  widest: number;
  rows: ListRow[];
  chips: Chip[];
  pager: Pager;
  /** The free search over the shown columns. */
  q: string;
  clearHref: string;
  /** Every parameter that the filter form must carry along. */
  hiddenInputs: NamedValue[];
  /** Parameters of the address that were not understood. */
  dropped: string[];
  /** The reason that nothing can be shown. */
  error?: string;
  /** The host does not have this list: there is nothing to search, add or export. */
  isMissing?: boolean;
  /** Says which part of a long list is not shown. */
  note?: string;
  /** Rows that an export will hold. */
  exportRows: number;
}

export interface ListColumn {
  field: string;
  title: string;
  kind: FieldKind;
  /** The narrowest screen that shows it: 0 always, then from 600, 720, 1100, 1280, 1600 and 1920 px. */
  tier: Tier;
  /** Holds quantities, which line up at their end. */
  numeric: boolean;
  sort?: 'ascending' | 'descending';
  sortHref: string;
  filter: FilterInput;
  /** The heading over it and its neighbours in a wide list. */
  group?: string;
}

/** The value in the address, instead of a key, that opens the hidden columns of every row. */
export const ALL_OPEN = '*';

export type Tier = 0 | 1 | 2 | 3 | 4 | 5 | 6;

export type FilterInput =
  | { kind: 'text'; name: string; value: string }
  | { kind: 'choice'; name: string; value: string; options: readonly string[] }
  | { kind: 'range'; type: 'number' | 'date'; low: NamedValue; high: NamedValue };

export interface NamedValue {
  name: string;
  value: string;
}

export interface ListRow {
  key: string;
  /** Names the record in labels: 'Delete Zambia'. */
  label: string;
  cells: Cell[];
  /** The page that asks before the row is taken away, and what that does: 'Delete', 'Unlink'. */
  removal?: { href: string; verb: string };
}

export type Cell =
  | string
  | {
      text: string;
      href?: string;
      tint?: Tint;
      mark?: Mark;
      /** A word beside it. */
      note?: string;
    }
  /** A file, with its address to copy; `image` when a page may show it small. */
  | { text: string; file: string; image: boolean };

/** A judgement on a value, shown by colour and by a sign. */
export type Mark = 'good' | 'bad';

/** The words for the mark of a score. */
export const SCORE_WORDS = { good: 'passed', bad: 'failed' } as const;

export interface Tint {
  background: string;
  text: string;
}

/** A filter in force, and the address without it. */
export interface Chip {
  text: string;
  href: string;
}

export interface Pager {
  page: number;
  pages: number;
  size: number;
  total: number;
  /** The first and last row's number on this page; 0 when there is none. */
  from: number;
  to: number;
  links: PageLink[];
  sizes: { size: number; href: string }[];
}

/** A page number, or a gap between numbers. */
export type PageLink = { page: number; href: string } | { gap: true };
