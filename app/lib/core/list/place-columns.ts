import type { Format } from 'shared/entities/field';
import type { Column } from '../entities/column';
import type { Tier } from './list-view';

/** The places of a column in a list. */
export interface Placement {
  /** The minimum width at which the table has the column (see ListColumn). */
  tier: Tier;
  /**
   * The place of the column in the cards of narrow screens. 1 is the title of a card. Cards leave out columns with 0.
   */
  card: number;
}

type PlacedColumn = Pick<
  Column,
  'field' | 'title' | 'format' | 'identifying' | 'priority' | 'wide' | 'breaks'
>;

/**
 * The space for columns, in pixels, in the narrowest window of each tier (styles/list.css has the widths): the window
 * without its scroll bar, the margins, the row actions and, from 960 px on, the menu. The last tier shows all columns.
 */
const SPACE: readonly [Tier, number][] = [
  [0, 495],
  [1, 549],
  [2, 689],
  [3, 869],
  [4, 1189],
];
const LAST_TIER: Tier = 5;
/** The first tier at whose widths e-mail addresses do not break. */
const WIDE_TIER: Tier = 3;

/** The widths of columns, in pixels, for their filters and for values that do not break. */
const WIDTHS: Readonly<Record<Format, number>> = {
  ...{ text: 124, choice: 116, status: 116, color: 116, file: 200 },
  ...{ number: 84, score: 96, 'file-size': 96, date: 160, 'date-time': 200 },
};
const EMAIL_WIDTH = 230;
/** The width of the check box of a row, with the space beside it. */
const BOX_WIDTH = 28;
/** The least width of a column of sentences (.cell-wide in styles/app.css). */
const SENTENCE_WIDTH = 192;

/**
 * Returns the places of a list's columns. In narrow windows, default columns are hidden by priority, and cards show
 * only the columns in `lead`. Chosen columns are shown at any width. `hasBoxes` is true if rows have check boxes.
 */
export function placeColumns(
  columns: readonly PlacedColumn[],
  lead: readonly string[],
  isChosen: boolean,
  hasBoxes = false,
): Placement[] {
  return isChosen ? placeChosen(columns, lead) : placeDefaults(columns, lead, hasBoxes);
}

/**
 * Places the first column of `lead`, or else the first column, as the title of a card. The others follow in their
 * order.
 */
function placeChosen(columns: readonly PlacedColumn[], lead: readonly string[]): Placement[] {
  const found = columns.findIndex(({ field }) => field === lead[0]);
  return columns.map((_, index) => ({ tier: 0, card: index === Math.max(0, found) ? 1 : 2 }));
}

function placeDefaults(
  columns: readonly PlacedColumn[],
  lead: readonly string[],
  hasBoxes: boolean,
): Placement[] {
  // A list of one user or one record may not have all columns of its entity.
  const leading = lead.filter((name) => columns.some(({ field }) => field === name));
  const byPriority = [...columns].sort((one, other) => one.priority - other.priority);
  const tiers = new Map(byPriority.map((column) => [column, LAST_TIER]));
  // A column that does not fit at some width is not shown at narrower ones either.
  let fitting = byPriority;
  for (const [tier, space] of [...SPACE].reverse()) {
    let used = hasBoxes ? BOX_WIDTH : 0;
    fitting = fitting.filter((column) => {
      used += estimateWidth(column, tier);
      return used <= space || column.priority === 0;
    });
    for (const column of fitting) tiers.set(column, tier);
  }
  return columns.map((column) => ({
    tier: tiers.get(column) ?? LAST_TIER,
    card: leading.indexOf(column.field) + 1,
  }));
}

/** Estimates the width of a column. No word of its title breaks, and its sort link has an icon. */
function estimateWidth(column: PlacedColumn, tier: Tier): number {
  const { field, title, format, identifying, wide, breaks } = column;
  const letters = Math.max(...title.split(' ').map(({ length }) => length));
  const mayHoldEmail = !breaks && (identifying === 'account name' || /email/i.test(field));
  return Math.max(
    wide ? SENTENCE_WIDTH : WIDTHS[format],
    letters * 9 + 40,
    tier >= WIDE_TIER && mayHoldEmail ? EMAIL_WIDTH : 0,
  );
}
