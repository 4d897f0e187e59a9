/** Views of lists, and the exports to which files lead back. */
export interface ListTables {
  /** The views of lists: see lib/list/views.server.ts. */
  saved_view: {
    /** 128 random bits. Addresses contain it as `view`. */
    id: string;
    /** The user's key. */
    owner: string;
    /** A keyed digest of the list and the content. */
    digest: string;
    /** The filters that must not stand in addresses, or the whole state of a named view, as a query, encrypted. */
    content: string;
    /** Milliseconds since the epoch, updated at most once a minute. */
    used_at: number;
    /** The name that the user has given to the view, encrypted. Views without a name expire. */
    name: string | null;
    /** A keyed digest of the list, and of the owner if only they see the view. Only named views have it. */
    list_digest: string | null;
  };
  /** The views that a user opens by default or has pinned to the menu: see lib/list/view-choices.server.ts. */
  view_choice: {
    /** The user's key. */
    owner: string;
    kind: 'default' | 'pinned';
    /** The id of a saved view, or the name of a shipped one. */
    view: string;
    /** The path of the list, which is an entry of the menu. */
    list: string;
  };
  /** The exports to which files lead back: see lib/export/make-file.server.ts. */
  export_trace: {
    export_id: string;
    sha256: string;
    username: string;
    /** The text of the audit entry. */
    description: string;
    /** Milliseconds since the epoch. */
    made_at: number;
  };
}
