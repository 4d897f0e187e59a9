import { formatQuantity, type Unit } from 'shared/units';
import type { NamedValue } from './named-value';

/** The data of a list's summary. The server builds it, and components/summary renders it. */
export interface SummaryView {
  form: SummaryForm;
  /** Undefined if the rows could not be counted. */
  table?: SummaryTable;
  /** The sentence on the figures that the exported file leaves out. */
  exportNote?: string;
  /** The address to which the form of an export is posted. */
  exportHref: string;
}

/** The form in which users choose the fields and the figure. */
export interface SummaryForm {
  /** The fields by which rows can be grouped, in the groups of the column chooser. */
  groupings: readonly { title?: string; options: readonly FormOption[] }[];
  figures: readonly FormOption[];
  /** The chosen values. Without a second field, `second` is empty. */
  first: string;
  second: string;
  figure: string;
  /** The other parameters of the list's address. */
  hiddenInputs: readonly NamedValue[];
}

export interface FormOption {
  value: string;
  label: string;
}

export interface SummaryTable {
  /** The title, such as `Number of participants by Peer Navigator`. */
  caption: string;
  /** The time at which the rows were counted, in words. */
  asOf: string;
  rowTitle: string;
  /** Undefined for a summary by one field. */
  columnTitle?: string;
  /** The heading of the figures. */
  figureTitle: string;
  /** The unit of the figures, unless they are numbers of rows. */
  unit?: Unit;
  picture: 'line' | 'bars' | 'stacked' | 'grouped';
  rows: SummaryGroup[];
  columns?: SummaryGroup[];
  /** The figures by row and column. A summary by one field has one column. */
  cells: SummaryCell[][];
  rowTotals: SummaryCell[];
  columnTotals: SummaryCell[];
  total: SummaryCell;
  links: SummaryLinks;
}

export interface SummaryGroup {
  text: string;
  /** A shorter text for the axis of a picture. */
  short?: string;
  kind: 'value' | 'period' | 'none' | 'other';
  /** The filter that selects the rows of the group, as the query of an address. Other groups have no filter. */
  search?: string;
  /** True if the filter must not stand in an address, because the value identifies a person. */
  isHidden?: true;
}

/** The figure of some rows, which is null if they have none, and the number of the rows. */
export type SummaryCell = readonly [figure: number | null, rows: number];

/** The path of the list, and the queries to which the filters of groups are added. */
export interface SummaryLinks {
  path: string;
  /** For cells. It filters neither field of the summary. */
  cell: string;
  /** For rows. It keeps the filter of the second field. */
  row: string;
  /** For columns. It keeps the filter of the first field. */
  column: string;
  /** For the total. It keeps all filters. */
  total: string;
}

/** A link, or a form that posts `fields` because they must not stand in an address. */
export interface SummaryLink {
  href: string;
  fields?: NamedValue[];
}

/** Returns the link to the rows of a cell, of a row, of a column, or to all rows. Rows of `other` have none. */
export function linkToRows(
  { path, ...bases }: SummaryLinks,
  row?: SummaryGroup,
  column?: SummaryGroup,
): SummaryLink | undefined {
  const groups = [row, column].filter((group) => group !== undefined);
  if (groups.some(({ search }) => search === undefined)) return undefined;
  const base = row && column ? bases.cell : row ? bases.row : column ? bases.column : bases.total;
  const search = [base, ...groups.map((group) => group.search)].filter(Boolean).join('&');
  if (!groups.some(({ isHidden }) => isHidden))
    return { href: search ? `${path}?${search}` : path };
  const fields = [...new URLSearchParams(search)].map(([name, value]) => ({ name, value }));
  return { href: `/view${path}`, fields };
}

/** Returns a figure as text, below a title that names its unit. */
export function formatFigure(figure: number | null, unit: Unit | undefined): string {
  return figure === null ? '–' : formatQuantity(figure, unit);
}
