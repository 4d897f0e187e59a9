import type { Pager, Tint } from '../list/list-view';

/** The data of a transcript's page, built on the server and rendered by components/transcript. */
export interface TranscriptView {
  title: string;
  heading: string;
  /** The same page as a table. */
  tableHref: string;
  /** The page before this one. */
  earlierHref?: string;
  days: TranscriptDay[];
  pager: Pager;
  note?: string;
  error?: string;
}

export interface TranscriptDay {
  /** `dd MMMM yyyy`. */
  title: string;
  bubbles: Bubble[];
}

export interface Bubble {
  /** The element's id, and the end of its permalink. */
  anchor: string;
  permalink: string;
  author: string;
  tint?: Tint;
  time: string;
  text: string;
  /** A file or an image: never loaded, only led to. */
  file?: { label: string; href?: string };
  deleted: boolean;
  /** By the same author as the one above. */
  follows: boolean;
}
