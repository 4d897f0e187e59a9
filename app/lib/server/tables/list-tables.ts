/** Views of lists, bulk actions, and files for analysis. */
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
  /** Bulk actions, which are stored for a day: see lib/bulk/bulk-store.server.ts. */
  bulk_action: {
    /** 192 random bits. The address of the action's page contains it. */
    token: string;
    /** The user's key. */
    owner: string;
    /** The name of the entity whose records are deleted or changed. */
    entity: string;
    /** `asked` until the user confirms, then `running`, then `ended`. */
    state: string;
    /** The work and the state of the list, encrypted. */
    content: string;
    /** The lock owner of the process that does the work. */
    runner: string | null;
    /** The reason that the action has ended before all records were processed. */
    ending: string | null;
    /** The token of the bulk action that takes this action back. */
    undone_by: string | null;
    /** Milliseconds since the epoch. */
    created_at: number;
  };
  /** The records of a bulk action, in their order. */
  bulk_record: {
    token: string;
    n: number;
    /** The record's id, its label and a digest of its values, encrypted. */
    content: string;
    /** `begun`, `done`, `unchanged`, `failed` or `unknown`. Null if the record has not been processed. */
    outcome: string | null;
    /** The reason of a failure, encrypted because messages may name people. */
    note: string | null;
  };
  /** Files for analysis, which are stored for a day: see lib/export/export-store.server.ts. */
  exported_file: {
    /** 192 random bits. The address of the file's page contains it. */
    token: string;
    /** The user's key. */
    owner: string;
    /** `making`, then `ready` or `failed`. */
    state: string;
    /** The list, the format and the number of rows, encrypted. */
    content: string;
    /** The readme and digests of a file that is ready, or the reason of a failure, encrypted. */
    result: string | null;
    /** The number of rows that have been written. */
    rows_done: number;
    /** The lock owner of the process that makes the file. */
    runner: string;
    /** Milliseconds since the epoch. */
    created_at: number;
  };
  /** The exports to which files lead back: see lib/export/trace-store.server.ts. */
  export_trace: {
    export_id: string;
    sha256: string;
    username: string;
    /** The text of the audit entry. */
    description: string;
    /** Milliseconds since the epoch. */
    made_at: number;
  };
  /** The content of a file for analysis in parts, encrypted. */
  exported_part: {
    token: string;
    n: number;
    content: string;
  };
}
