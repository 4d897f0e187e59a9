import type {
  Format,
  Held,
  Identifying,
  Masking,
  Option,
  TimelineEvent,
} from 'shared/entities/field';
import type { FieldKind } from 'shared/list/grammar';
import type { Row } from 'shared/list/memory';
import type { SummaryFields } from 'shared/list/summary/grammar';
import type { Unit } from 'shared/units';

/** A column of a list. */
export interface Column {
  /** The name of the field in the host's rows, in the list's URL and in this column. */
  field: string;
  /** Other names under which remote hosts send the field. They are read only if its own name has no value. */
  aliases?: readonly string[];
  title: string;
  /** The unit of the numbers. */
  unit?: Unit;
  /** See isIdentifying. */
  identifying: Identifying;
  /** The part of the values that pages hide if MASK_IDENTIFIERS is on. */
  masked?: Masking;
  /** See Field.holds. */
  holds?: Held;
  /**
   * Returns whether a filter's value can stand in addresses. Used for a column whose values identify nobody, but into
   * whose filter users may type a name, a phone number or the number of a participant or phone.
   */
  isReadableFilter?: (value: string) => boolean;
  kind: FieldKind;
  format: Format;
  /** True if the column is hidden by default. Users can show it with the column chooser. */
  hiddenAtFirst?: boolean;
  /** On narrow screens, columns with higher numbers are hidden first. Columns with 0 are never hidden. */
  priority: number;
  /** True if the values are sentences, whose column must not be narrow. */
  wide?: boolean;
  /** See Field.breaks. */
  breaks?: boolean;
  /** The labels of a choice. */
  options?: readonly string[];
  /** True if the filter offers the values of the rows, provided that there are few different ones. */
  offersValues?: boolean;
  /** The use of the field in summaries. Undefined if summaries cannot use it. */
  summarized?: SummaryFields[string];
  /** The field from which the host computes this one. */
  follows?: string;
  /** The heading above the column in the column chooser, for lists that have many columns. */
  group?: string;
  /** The label of the value in cards. Texts and choices have none by default. */
  cardLabel?: string;
  /** The field that holds the code of this choice. Pages of single records show the code beside the word. */
  storedIn?: string;
  /** The words for the codes that the field itself may hold. */
  answerCodes?: readonly Option[];
  /**
   * True if the field is computed from other records and from the present day. Pages of single records leave it out.
   */
  derived?: true;
  /** The event of which the field is the date. */
  event?: TimelineEvent;
  /**
   * Returns the address that the cell links to, or the path of a file as the host returned it after the upload.
   * Returns undefined if the cell shows plain text.
   */
  link?: (row: Row) => string | undefined;
  /** Returns a word that the cell shows beside the value. It is neither filtered nor exported. */
  note?: (row: Row) => string | undefined;
}
