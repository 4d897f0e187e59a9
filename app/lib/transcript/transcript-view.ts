import type { Tint } from '../core/list/list-row';
import type { Trail } from '../trail';

/** The data of a transcript's page. The server builds it, and components/transcript renders it. */
export interface TranscriptView {
  title: string;
  /** The plural name of the messages, such as 'Messages'. */
  heading: string;
  trail?: Trail;
  /** The path of the transcript, to which its forms are sent. */
  path: string;
  /** The address of the table page that contains this page's first message. */
  tableHref: string;
  pages: TranscriptPages;
  jump: { day: string; error?: string; note?: string; hidden: HiddenInput[] };
  search: TranscriptSearch;
  days: TranscriptDay[];
  notes: string[];
  error?: string;
}

interface HiddenInput {
  name: string;
  value: string;
}

/** The links to other pages of the transcript. Addresses are undefined where there is no such page. */
export interface TranscriptPages {
  /** The messages of this page, such as '51–100 of 120'. */
  range: string;
  total: number;
  oldest?: string;
  earlier?: string;
  later?: string;
  newest?: string;
  sizes: { size: number; href?: string }[];
}

/** The search in the conversation. Without a search, only `q` is set, to an empty text. */
export interface TranscriptSearch {
  q: string;
  /** The result, such as 'Match 3 of 12'. */
  summary?: string;
  clear?: string;
  previous?: string;
  next?: string;
  /** The link that searches messages before those that were searched. */
  older?: { text: string; href: string };
}

export interface TranscriptDay {
  /** The date as `dd MMMM yyyy`, or a text for messages without a date. */
  title: string;
  anchor: string;
  runs: TranscriptRun[];
}

/** Messages of one author that follow each other. */
export interface TranscriptRun {
  author: string;
  tint?: Tint;
  /** The side of the page on which the messages are. In a conversation between two parties, each has its own side. */
  side: 'left' | 'right';
  bubbles: Bubble[];
}

export interface Bubble {
  /** The id of the message's element. The message's permalink ends with it. */
  anchor: string;
  permalink: string;
  time: string;
  text: MarkedText;
  /** The link to a file or an image, which the page itself does not load. */
  file?: { label: MarkedText; href?: string };
  deleted?: boolean;
  /** True for the match that the page shows. */
  isMatch?: boolean;
}

/** A text in parts. Every second part, beginning with the second one, is an occurrence of the searched text. */
export type MarkedText = string[];
