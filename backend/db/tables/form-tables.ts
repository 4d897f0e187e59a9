/** Saved forms and drafts. */
export interface FormTables {
  /** Forms that were saved: see lib/form/with-idempotency-key.server.ts. */
  idempotency_key: {
    /** The user's key, and a hash of the form's token and content. */
    key: string;
    created_at: number;
    /** The address to which the completed request redirected. */
    location: string;
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
}
