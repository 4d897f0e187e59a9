import type { Generated } from 'kysely';

/** The tables of the panel's own store. The study's data is stored elsewhere. */
export interface StoreTables {
  /** Written by rate-limiter-flexible; `expire` is in milliseconds since the epoch. */
  throttle: { key: string; points: number; expire: number | null };
  session: {
    token_hash: string;
    username: string;
    /** The session's content as JSON. */
    data: string;
    /** Milliseconds since the epoch, like `seen_at`. */
    created_at: number;
    seen_at: number;
    /** The session's id on its user's profile. */
    public_id: string | null;
    user_id: string | null;
    /** See lib/session/user-key.server.ts. Null in sessions from earlier versions. */
    user_key: string | null;
    /** The browser and the operating system without exact versions. */
    device: string | null;
    /**
     * The time in milliseconds since the epoch at which the host was last asked about the user. A time long ago
     * marks the session for a check (lib/server/check-sessions-anew.server.ts).
     */
    checked_at: number | null;
    /** The time in milliseconds since the epoch at which the session was locked. Null if it is not locked. */
    locked_at: number | null;
  };
  /** Forms that are being saved or were saved: see lib/form/with-idempotency-key.server.ts. */
  idempotency_key: {
    /** The user's key, and a hash of the form's token and content. */
    key: string;
    created_at: number;
    /**
     * The process and the request that are saving the form, as in `record_lock`. Null after they have saved it.
     */
    owner: string | null;
    /** The address to which the completed request redirected. Null while it is running. */
    location: string | null;
  };
  /** Records that are being saved: see lib/form/with-record-lock.server.ts. */
  record_lock: {
    /** A hash, because the name of a record may contain a person's phone number. */
    key: string;
    created_at: number;
    /** See lib/form/claims.server.ts. */
    owner: string;
  };
  /** Drafts of forms that could not be saved: see lib/session/drafts.server.ts. */
  kept_form: {
    /** The user's key. */
    username: string;
    /** A hash, because a path may identify a person. */
    path_hash: string;
    /** Encrypted. */
    content: string;
    created_at: number;
    /** The time until which the draft of a locked session is stored. Null for other drafts. */
    expires_at: number | null;
  };
  /** Files that have been checked but not imported yet: see lib/import/pending.server.ts. */
  pending_import: {
    token: string;
    /** The user's key. */
    username: string;
    /** The list's path, without the slash. */
    list: string;
    /** The file in versions that did not store it in parts. No longer used. */
    content: string | null;
    /**
     * The file's name and the results of the check or import, encrypted because error messages may name people.
     */
    report: string;
    created_at: number;
  };
  /** The content of a file in encrypted parts, stored until it has been imported. */
  pending_import_part: { token: string; n: number; content: string };
  /**
   * Imports that were sent to a remote API host, until all of their changes are in the history: see
   * lib/host/sent-imports.server.ts.
   */
  remote_import: {
    job_id: string;
    /** The name of the entity whose records were imported. */
    entity: string;
    /** The user who imported the records. */
    username: string;
    /** The time of the import in milliseconds since the epoch. */
    at: number;
    request_id: string | null;
    /**
     * `sent` while it is not known whether the host stores the changes, `stored` when it does, `unlisted` when they
     * will never be in the history.
     */
    state: 'sent' | 'stored' | 'unlisted';
  };
  /** The messenger's documents in panels without Firestore: see lib/messenger/sql.server.ts. */
  document: {
    collection: string;
    id: string;
    /** The fields as JSON, in which times have a tag (lib/messenger/document-text.ts). */
    data: string;
    /**
     * The field by which long collections are ordered, in milliseconds since the epoch. Null if it is not a
     * time.
     */
    order_key: number | null;
    /** The number of changes, plus one. */
    version: number;
  };
  /** Audit entries that have not been sent yet: see lib/host/audit-intents.server.ts. */
  audit_intent: {
    id: string;
    /** The process that has stored the entry. Empty for an entry that is already due when it is stored. */
    owner: string;
    username: string;
    title: string;
    action: string;
    description: string;
    /** `open` while the change is running, `due` when the entry can be sent. */
    state: 'open' | 'due';
    /** Milliseconds since the epoch, like `due_at`. */
    created_at: number;
    /** The time of the next attempt to send the entry. A process that claims the entry postpones this time. */
    due_at: number;
    attempts: number;
  };
  /** Counts of security events that can occur in large numbers: see lib/host/security-counts.server.ts. */
  security_count: {
    action: string;
    /** The event in words. */
    what: string;
    username: string;
    address: string;
    /** Milliseconds since the epoch. */
    window_start: number;
    count: number;
  };
  /** The usernames of users who have signed in through a remote host: see lib/auth/account-name.server.ts. */
  known_account: { name_hash: string; username: string };
  /** Values that all instances share: see secret.server.ts and keys.server.ts in lib/server. */
  shared_setting: {
    name: string;
    value: string;
  };
  /** The conversation summary of a session: see lib/messenger/conversations/saved.server.ts. */
  saved_conversations: {
    session_id: string;
    data: string;
    loaded_at: number;
  };
  /**
   * The records that have a history: see lib/history/identities.ts. Deleting a row makes it unknown which record its
   * changes belong to, and makes their identifying values unreadable. Verifying the history notices that.
   */
  record_identity: {
    /** 128 random bits. */
    id: string;
    entity: string;
    /** The keyed digest of the record's id. Null for an addition whose outcome is not known. */
    digest: string | null;
    /** The record's id and the key of its values, encrypted. */
    sealed: string;
  };
  /** Changes that are being made: see lib/history/pending.ts. */
  pending_change: {
    id: string;
    /** The process that makes the change. */
    owner: string;
    /** Milliseconds since the epoch. */
    created_at: number;
    /** Encrypted. */
    content: string;
  };
  /** The history of records: see lib/history/chain.ts. Rows are only added. */
  record_change: {
    seq: number;
    id: string;
    /** Milliseconds since the epoch. */
    at: number;
    /** The id of the record's identity. */
    record: string;
    entity: string;
    username: string;
    action: string;
    request_id: string | null;
    /** The values before and after as JSON. Identifying values are encrypted. */
    fields: string;
    /** The id of the change that this change takes back. */
    undoes: string | null;
    outcome: 'made' | 'unknown';
    /** Covers the other columns and the digest of the row before. */
    digest: string;
  };
  /**
   * The head of the history: one row with the id 1. It holds the number and the digest of the newest change, and their
   * signature.
   */
  history_head: {
    id: number;
    last_seq: number;
    last_digest: string;
    /** Describes where a head without a valid signature was found. */
    problem: string | null;
    key: string | null;
    signature: string | null;
  };
  /** The users to whom records were shown. */
  access_user: { user_id: Generated<number>; user_key: string; username: string };
  /** The names of the entities that the other tables of the access log refer to. */
  access_entity: { entity_id: Generated<number>; name: string };
  /** The keys of records that are not plain numbers: see lib/access/record-keys.server.ts. */
  access_key: {
    key_id: Generated<number>;
    /** A digest of the entity and the key, made with the panel key. */
    digest: string;
    /** The key, encrypted. */
    sealed: string;
    /** The day on which the record was last shown, as `YYYY-MM-DD`. */
    seen_on: string;
  };
  /** The responses in which identifying fields left the server: see lib/access/store-accesses.server.ts. */
  access_log: {
    access_id: Generated<number>;
    /** The time in the study's time zone, as `YYYY-MM-DD HH:MM:SS`. */
    access_date: string;
    access_user_id: number;
    access_request: string | null;
    access_kind: string;
    /** The name of the entity whose screen or export showed the records. */
    access_list: string;
    /** The number of records. */
    access_count: number;
    /** The records as text: see lib/access/ranges.ts. Empty if they are in `access_part`. */
    access_records: string;
  };
  /** For each record, the responses in which it was shown, except those whose records are in `access_part`. */
  access_posting: { entity_id: number; ref: number; access_id: number };
  /** The records of responses with many records, such as exports. */
  access_part: {
    access_id: number;
    part: number;
    entity_id: number;
    first_ref: number;
    last_ref: number;
    /** The refs as text, in ascending order. */
    refs: string;
  };
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
  /** The figures of the home page: see lib/overview/overview-store.server.ts. */
  overview: {
    /** The name of a card, or `lease`, which is the process that computes the figures. */
    name: string;
    /** Encrypted, except that of the lease. */
    content: string;
    /** The time of the attempt to compute the card, or the time until which no process computes, in milliseconds. */
    at: number;
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
  /** The content of a file for analysis in parts, encrypted. */
  exported_part: {
    token: string;
    n: number;
    content: string;
  };
  /** The weekly mails: see lib/weekly-mail/mail-store.server.ts. */
  weekly_mail: {
    /** The day on which the mail is due, in the study's time zone. */
    day: string;
    /** The text, and the numbers that mails have shown so far, encrypted. */
    content: string;
  };
  weekly_mail_recipient: {
    day: string;
    user_id: string;
    /** `due`, `sending`, then `sent`, `failed`, `unknown` or `refused`. A mail that stays `sending` was interrupted. */
    state: string;
    attempts: number;
    /** The time of the latest change in milliseconds since the epoch. */
    at: number;
  };
  /** The second factors of users: see lib/factor/factor-store.server.ts. */
  second_factor: {
    /** The user's key. */
    owner: string;
    /** The address of the API host, or `embedded`. */
    host: string;
    username: string;
    /** The id of a panel key and, encrypted with that key, the secret of the authenticator app. */
    secret: string;
    /** The number of the time step whose code was accepted last. No code of this step or an earlier one is accepted. */
    last_step: number;
    /** Milliseconds since the epoch. */
    created_at: number;
  };
  /** The recovery codes that have not been used. */
  recovery_code: {
    owner: string;
    /** See lib/factor/recovery-codes.ts. */
    hash: string;
  };
}
