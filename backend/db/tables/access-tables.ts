import type { Generated } from 'kysely';

/** The access log. */
export interface AccessTables {
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
}
