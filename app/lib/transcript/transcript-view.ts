import type { Pager, Tint } from '../list/list-view';

/** The data of a transcript's page. The server builds it, and components/transcript renders it. */
export interface TranscriptView {
  title: string;
  heading: string;
  /** The address of the table page that contains this page's first message. */
  tableHref: string;
  /** The address of the previous page. */
  earlierHref?: string;
  days: TranscriptDay[];
  pager: Pager;
  note?: string;
  error?: string;
}

export interface TranscriptDay {
  /** The date as `dd MMMM yyyy`, or a text for messages without a date. */
  title: string;
  bubbles: Bubble[];
}

export interface Bubble {
  /** The id of the message's element. The message's permalink ends with it. */
  anchor: string;
  permalink: string;
  author: string;
  tint?: Tint;
  time: string;
  text: string;
  /** The link to a file or an image, which the page itself does not load. */
  file?: { label: string; href?: string };
  deleted: boolean;
  /** True if the previous message is from the same author. */
  follows: boolean;
}
