/** The panel's own store: what it keeps besides the study's data. */
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
    /** Names the session on its owner's profile. */
    public_id: string | null;
    user_id: string | null;
    /** See lib/session/user-key.server.ts; null for a session that an earlier version has begun. */
    user_key: string | null;
    /** Browser and system, coarsely. */
    device: string | null;
    /** The time at which the host last said that the user is active; 0 asks again at the next request. */
    checked_at: number | null;
  };
  /** Forms that are being saved or were saved: see lib/form/with-idempotency-key.server.ts. */
  idempotency_key: {
    /** The user's key, and a hash of the form's token and content. */
    key: string;
    created_at: number;
    /** The process and the request that save, as in `record_lock`; null once they have. */
    owner: string | null;
    /** The address to which the save redirected; null while it is under way. */
    location: string | null;
  };
  /** Records that are being saved: see lib/form/with-record-lock.server.ts. */
  record_lock: {
    /** A hash, because the name of a record may hold a person's number. */
    key: string;
    created_at: number;
    /** See lib/form/claims.server.ts. */
    owner: string;
  };
  /** Drafts of forms that were posted too late: see lib/session/drafts.server.ts. */
  kept_form: {
    username: string;
    path_hash: string;
    /** Encrypted. */
    content: string;
    created_at: number;
  };
  /** Files that were checked and wait for their import: see lib/import/pending.server.ts. */
  pending_import: {
    token: string;
    username: string;
    /** The list's path, without the slash. */
    list: string;
    /** Held the file before it was kept in parts. */
    content: string | null;
    /** The file's name and what the check or the import found, encrypted: reasons may name people. */
    report: string;
    created_at: number;
  };
  /** The file itself, in encrypted parts, until it has been imported. */
  pending_import_part: { token: string; n: number; content: string };
  /** The embedded cloud store: see lib/messenger/sql.server.ts. */
  document: {
    collection: string;
    id: string;
    /** The fields as JSON, moments tagged. */
    data: string;
    /** The field that long collections are ordered by, in milliseconds; null when it is no moment. */
    order_key: number | null;
    /** Counts the changes. */
    version: number;
  };
  /** Audit entries that are to be sent: see lib/api/audit-intents.server.ts. */
  audit_intent: {
    id: string;
    /** The process that has stored it. */
    owner: string;
    username: string;
    title: string;
    action: string;
    description: string;
    /** `open` while the change is under way, `due` once the entry is to be sent. */
    state: 'open' | 'due';
    /** Milliseconds since the epoch, like `due_at`. */
    created_at: number;
    /** The time at which the entry is sent next, unless a process that has claimed it has done so. */
    due_at: number;
    attempts: number;
  };
  /** Security events that may come in numbers: see lib/api/security-counts.server.ts. */
  security_count: {
    action: string;
    what: string;
    username: string;
    address: string;
    /** Milliseconds since the epoch. */
    window_start: number;
    count: number;
  };
  /** Users who have signed in through a remote host, with their names: see lib/auth/account-name.server.ts. */
  known_account: { name_hash: string; username: string };
  /** Values that all instances share: see lib/server/secret.server.ts. */
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
}
