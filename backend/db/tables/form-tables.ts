/** The forms and records that are being saved, and drafts. */
export interface FormTables {
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
}
