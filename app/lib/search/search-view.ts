import type { NamedValue } from '../core/list/named-value';

/** A record or a screen that the search has found. */
export interface SearchHit {
  href: string;
  title: string;
  /** Further values by which people recognize the record. */
  details: string;
  /** True if the page needs a new document. See `MenuItem`. */
  ownDocument?: boolean;
}

/** The hits of one list, or the screens. */
export interface SearchGroup {
  title: string;
  /** The name of a symbol in app/assets/icons.svg. */
  icon: string;
  hits: SearchHit[];
  /** The number of matching records. */
  total: number;
  /** The link to the list of all matching records, if the group shows only some of them. See `PublicLink`. */
  all?: { href: string; fields?: NamedValue[] };
  /** The message for the user if the list could not be searched. */
  error?: string;
}

/** The data of the search page. */
export interface SearchView {
  title: string;
  /** The text in the search field of the header. */
  searchText: string;
  groups: SearchGroup[];
  /** The reason that the page shows no results. */
  problem?: string;
  /** True if the text is too short to find parts of names and numbers. */
  isShort: boolean;
  /** The searched fields in words, one line for each list. */
  searched: string[];
}
