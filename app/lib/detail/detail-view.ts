import type { FollowUpState } from 'shared/follow-up-state';
import type { PublicLink } from '../core/addresses/publish-link.server';
import type { Trail } from '../trail';

/** The present day of the study, as `YYYY-MM-DD`, and its time zone. */
export interface StudyDay {
  today: string;
  timeZone: string;
}

/** A link with its text. */
export type NamedLink = { title: string } & PublicLink;

/** A field of a record, as its page shows it. */
export interface DetailField {
  title: string;
  text: string;
  /** The stored code, if `text` is the word for it. */
  code?: string;
  /** The button that reveals the value. Undefined if the value is not masked. */
  reveal?: Required<PublicLink>;
  /** The explanation of the field in the Data Dictionary. */
  explanation?: string;
}

export interface DetailSection {
  /** The fragment of the address that leads to the section. */
  id: string;
  title: string;
  fields: DetailField[];
}

/** A value at the top of the page. */
export interface SummaryItem {
  title: string;
  text: string;
  /** The state of the next follow-up, if the value is its day. */
  state?: FollowUpState;
  /** The record from which the value comes. It has no address if the page is that of the record. */
  source?: { text: string; href?: string };
}

export interface TimelineItem {
  /** The day as it is shown. */
  date: string;
  /** The day as `YYYY-MM-DD`. */
  day: string;
  title: string;
  detail: string;
  /** The address of the record that holds the event, if it has a page of its own. */
  href?: string;
  /** True if the day is after today. */
  isPlanned: boolean;
}

export interface TimelineView {
  /** The newest events, starting with the newest. */
  items: TimelineItem[];
  /** The number of all events. */
  total: number;
  /** The lists that have further records of the person. */
  lists: NamedLink[];
  /** The sentences about records and dates that are not in the timeline. */
  notes: string[];
}

/** The addresses of the records before and after this one in the list from which its page was opened. */
export interface Neighbours {
  previous?: string;
  next?: string;
  /** The reason why the page has no such links. */
  note?: string;
}

/** The link that switches between all fields and the fields that have an answer. */
export interface AnswerSwitch {
  showsAll: boolean;
  answered: number;
  total: number;
  /** The address of the page with the other choice. */
  otherHref: string;
}

/** The data of a detail page: a record in groups of fields, and related records of other lists. */
export interface DetailView {
  /** The title of the document, which names no person. */
  title: string;
  heading: string;
  trail: Trail;
  /** The word for one record, as in 'Next participant'. */
  singular: string;
  backHref: string;
  backTitle: string;
  /** The address of the accesses to the record, for users who may read them. */
  accessesHref?: string;
  /** The address of the record's history. */
  historyHref: string;
  neighbours: Neighbours;
  related: NamedLink[];
  /** The pages by which administrators answer the requests of a participant about their data. */
  rights: NamedLink[];
  summary: SummaryItem[];
  timeline?: TimelineView;
  /** The sentences about the withdrawal of the participant. Undefined if they have not withdrawn. */
  withdrawn?: string;
  answers?: AnswerSwitch;
  sections: DetailSection[];
  /** The reason why the fields have no explanations. */
  explanationNote?: string;
  error?: string;
}
