import type { NamedValue } from './named-value';

export interface ListRow {
  /** The id of the record, opaque if it identifies a person. */
  key: string;
  /** The name of the record in labels such as 'Delete Zambia'. */
  label: string;
  cells: Cell[];
  /**
   * The address of the page that asks for confirmation before the row is removed, and the name of that action,
   * such as 'Delete' or 'Unlink'.
   */
  removal?: { href: string; verb: string };
  /** The side on which a card with a message is. Undefined for records that are not messages. */
  side?: 'left' | 'right';
  /** True for a message of the same author as the message in the row before it. */
  continues?: boolean;
}

export type Cell =
  | string
  | {
      text: string;
      href?: string;
      /** The values that the link posts to `href`. */
      fields?: NamedValue[];
      tint?: Tint;
      mark?: Mark;
      /** A short text next to the value. */
      note?: string;
    }
  /** A file with its address, which users can copy. `image` is true if the page can show a thumbnail. */
  | { text: string; file: string; image: boolean };

/** An assessment of a value, shown by a colour and a symbol. */
export type Mark = 'good' | 'bad';

/** The text for each mark of a score. */
export const SCORE_WORDS = { good: 'passed', bad: 'failed' } as const;

export interface Tint {
  background: string;
  text: string;
}
