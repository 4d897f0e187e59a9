import type { Generated } from 'kysely';

/**
 * The tables of the host that belong to no entity: recovery codes, signed heads of the logs, settings, push messages,
 * idempotency keys and imports.
 */
export interface InternalTables {
  recovery_code: {
    /** SHA-256 of the code. */
    code_hash: string;
    /** The user whose password the code sets; null for a code that was requested for an unknown address. */
    user_id: number | null;
    /** The end of the code's validity, in milliseconds since the epoch. */
    expires_at: number;
  };
  chain_head: {
    chain_table: string;
    last_id: number;
    last_digest: string;
    /** The id of the key that signs the head; null until the first start with one. */
    head_key: string | null;
    head_signature: string | null;
    /** The id of the last entry when the head was first signed, and the time of that signature. */
    signed_from: number | null;
    signed_since: string | null;
    /** Describes when a head without a valid signature was found; null if none was. */
    head_fault: string | null;
  };
  topic_message: {
    message_id: Generated<number>;
    message_topic: string | null;
    message_title: string | null;
    message_body: string | null;
    message_date: string | null;
    /** 1 if the push service accepted the message, otherwise 0. */
    message_sent: number;
  };
  /** The records that were added, by the key of the request that added them. */
  saved_once: { save_key: string; record_id: number; saved_at: number };
  host_setting: { name: string; value: string };
  import_job: {
    job_id: string;
    /** The name of the entity in paths of the host. */
    wire_name: string;
    state: string;
    /**
     * The number of rows that have been checked, and the number of records that could not be written in the
     * end.
     */
    rows: number;
    skipped: number;
    report: string | null;
    message: string | null;
    /** The user of the import, and its start in the study's local time. */
    saved_by: string;
    saved_at: string;
    /** The start in milliseconds since the epoch. */
    started_at: number;
    /** 1 if the import stores its changes for the history of records, otherwise 0. */
    stores_changes: Generated<number>;
    /** The id of the panel's request that started the import. */
    request_id: string | null;
  };
  /** Changes by imports that are not in the panel's history of records yet. */
  imported_change: {
    n: Generated<number>;
    /** The id that the change will have in the history. */
    change_id: string;
    /** The name of the entity in the host's paths. */
    entity: string;
    /** The id that the panel uses for the record: the value of the key field of the entity's declaration. */
    record_id: string;
    /** The values before the change, as JSON. Null if the import added the record. */
    before_change: string | null;
    /** The values after the change, as JSON. For a changed record, only those that differ. */
    after_change: string;
    username: string;
    /** Milliseconds since the epoch. */
    at: number;
    request_id: string | null;
  };
  /** Rows that wait until the whole file has been checked. */
  import_row: { job_id: string; n: number; planned: string };
  /** Texts that no save may use while an import is running. */
  import_text: { claimed_table: string; folded: string; job_id: string };
}
