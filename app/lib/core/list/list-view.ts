import type { Identifying } from 'shared/entities/field';
import type { FieldKind } from 'shared/list/grammar';
import type { Trail } from '../../trail';
import type { BulkOffer } from './bulk-offer';
import type { FilterInput } from './filter-input';
import type { ListRow } from './list-row';
import type { NamedValue } from './named-value';
import type { SummaryView } from './summary-view';

/** The data of a list's page. The server builds it, and components/data-list renders it. */
export interface ListView {
  /** The title of the document, with the page number if the list has several pages. */
  title: string;
  heading: string;
  /** The breadcrumbs. Undefined for a list that the menu leads to. */
  trail?: Trail;
  /** The list's path, to which its forms are submitted. */
  path: string;
  /**
   * The searches that can identify people (see getSearchIdentifying). If there are any, the filter form is posted.
   */
  searchIdentifying: Identifying;
  /** The path of the form that adds a record. Undefined if users cannot add records. */
  addHref?: string;
  exportHref: string;
  /** The address of the page that exports the list in other formats. Undefined if there is no link to it. */
  formatsHref?: string;
  /** The address of the page with the filters of all columns. */
  filtersHref: string;
  /** The address of a summary of the list or, on a page with a summary, of the list. Undefined if there is none. */
  summaryHref?: string;
  /** The summary that the page shows in place of the rows. */
  summary?: SummaryView;
  /** The address of the page on which columns are chosen. */
  chooserHref: string;
  /** The address of the page on which the user saves and changes views of the list. */
  viewsHref: string;
  /** The links to the views of the list. Undefined if there are no views. */
  tabs?: ViewTabs;
  /** The key of the row that shows its details, or ALL_OPEN. Undefined if no row does. */
  open?: string;
  /** The address of this page up to `open=`. A link that shows the details of a row appends its key. */
  openHref: string;
  /** The address of this page with all details hidden. */
  closedHref: string;
  /** The query of this page's address. Forms receive it to lead back to this page. */
  search: string;
  columns: ListColumn[];
  /** True if the user has chosen the columns, which are then shown at any width. */
  isChosen: boolean;
  /**
   * The address of the list with its default columns, which hide at narrow widths. If the list has these columns now,
   * the address that shows all of them at any width.
   */
  otherColumnsHref: string;
  /** The highest tier of all columns. At its width, all columns are visible. */
  widest: number;
  /** True if some columns are hidden at some widths, so that rows have details. */
  hasDetails: boolean;
  /** The address of the deleted records of the list. Undefined if the user cannot restore them. */
  binHref?: string;
  /** The sentence that says whether a deletion can be undone. Undefined if users cannot delete records. */
  deleteNote?: string;
  rows: ListRow[];
  /** The actions for several rows. Undefined if the list offers none to this user. */
  bulk?: BulkOffer;
  chips: Chip[];
  pager: Pager;
  /** The text that is searched for in the shown columns. */
  q: string;
  clearHref: string;
  /** The parameters that the filter form sends as hidden inputs. */
  hiddenInputs: NamedValue[];
  /** The message about the parameters of the address that have been left out. */
  droppedNote?: string;
  /** The message for the user if the list could not be loaded. */
  error?: string;
  /** True if the host does not have this list, so that users cannot search it, add to it or export it. */
  isMissing?: boolean;
  /** A sentence about withdrawn participants who are not shown, with the address of the list with them. */
  withdrawn?: { text: string; href: string };
  /** A note about the rows, for example which part of a long list is not shown. */
  note?: string;
  /** The number of rows that an export will contain. */
  exportRows: number;
}

interface ViewTab {
  title: string;
  href: string;
  /** True if the list shows the state of the view. */
  isCurrent?: true;
}

/** The links above a list: to all rows, and to its first views. */
export interface ViewTabs {
  links: ViewTab[];
  /** The address of the page with all views, if there are more than the links lead to. */
  moreHref?: string;
}

export interface ListColumn {
  field: string;
  title: string;
  kind: FieldKind;
  /** See isIdentifying. */
  identifying: Identifying;
  /**
   * The minimum width at which the table has the column: tier 0 at any width, tiers 1 to 5 from 720, 1100, 1280, 1600
   * and 1920 px. Below 640 px, rows are cards.
   */
  tier: Tier;
  /** The place of the column in a card. 1 is the title of the card. Cards leave out columns with 0. */
  card: number;
  /** True if the column contains sentences. */
  isWide?: boolean;
  /** True if e-mail addresses in the column may break at any width. */
  breaks?: boolean;
  /** The label of the value in cards, if it is not the title. */
  cardLabel?: string;
  /** True if the column contains quantities, which are right-aligned. */
  numeric: boolean;
  /** True if the column contains the states of records, which are badges. */
  isStatus: boolean;
  sort?: 'ascending' | 'descending';
  /** Undefined if the order would tell about masked values. */
  sortHref?: string;
  filter: FilterInput;
  /** The heading above this column and its neighbours in a wide list. */
  group?: string;
}

/** The value of the `open` parameter that shows the hidden columns of every row. */
export const ALL_OPEN = '*';

/**
 * The `view` in the address of a list without a filter, if the address without a query opens the user's default view.
 */
export const ALL_ROWS = 'all';

export type Tier = 0 | 1 | 2 | 3 | 4 | 5;

/** An active filter, and the address of the list without it. */
export interface Chip {
  text: string;
  href: string;
}

export interface Pager {
  page: number;
  pages: number;
  size: number;
  total: number;
  /** The number of the first row on this page. 0 if the list is empty. */
  from: number;
  /** The number of the last row on this page. 0 if the list is empty. */
  to: number;
  links: PageLink[];
  sizes: { size: number; href: string }[];
}

/** A page number, or a gap between numbers. */
export type PageLink = { page: number; href: string } | { gap: true };
