import type { Generated, GeneratedAlways } from 'kysely';
import type { followUp } from '../../shared/entities/follow-up';
import type { participant } from '../../shared/entities/participant';

/** The tables of the host, as its migrations create them. */
export interface HostTables extends StudyTables, MessengerTables, OwnTables {
  user_account: Stamped<'user'> & {
    user_id: Generated<number>;
    user_username: string;
    user_fname: string | null;
    user_lname: string | null;
    user_phone: string | null;
    user_email: string | null;
    /** 1 Administrator, 2 Researcher. */
    user_role: number;
    user_status: number;
    /** An argon2id hash; null until the user has set a password. */
    user_password: string | null;
  };
  country: Stamped<'country'> & {
    country_id: Generated<number>;
    country_name: string;
    country_code: string | null;
    country_status: Generated<number>;
  };
  color: Stamped<'color'> & {
    color_id: Generated<number>;
    color_name: string;
    color_code: string | null;
    color_status: Generated<number>;
  };
  notification: Stamped<'notification'> & {
    notification_id: Generated<number>;
    notification_type: string | null;
    notification_title: string | null;
    notification_body: string | null;
    notification_description: string | null;
  };
  facility: Stamped<'facility'> & {
    facility_id: Generated<number>;
    facility_name: string | null;
    facility_address: string | null;
    facility_tollfree: string | null;
    facility_whatsapp: string | null;
    facility_email: string | null;
    facility_website: string | null;
    facility_phone: string | null;
    facility_content: string | null;
    facility_thumbnailUrl: string | null;
    facility_lat: number | null;
    facility_lon: number | null;
    facility_status: Generated<number>;
    facility_contraception: number | null;
    facility_prep: number | null;
    facility_abortion: number | null;
    facility_menstrual: number | null;
    facility_sti: number | null;
    facility_art: number | null;
  };
  pfacility: Stamped<'pfacility'> & {
    pfacility_id: Generated<number>;
    pfacility_name: string | null;
    pfacility_services: string | null;
    pfacility_hours: string | null;
    pfacility_names: string | null;
    pfacility_contact: string | null;
    pfacility_status: Generated<number>;
  };
  resource: Stamped<'resource'> & {
    resource_id: Generated<number>;
    resource_name: string | null;
    resource_description: string | null;
    resource_url: string | null;
    resource_thumbnailUrl: string | null;
    resource_content: string | null;
    resource_type: Generated<number>;
    resource_status: Generated<number>;
  };
}

/** The tables of the peer navigators' uploads and of the study's own lists. */
interface StudyTables {
  participant: Uploaded<typeof participant> &
    Sortable<
      | 'assessment_date'
      | 'birthday'
      | 'history_hiv_prep_last_refil'
      | 'history_hiv_last_refil'
      | 'next_date'
      | VisitDates
    > & {
      derived_followups: Maintained<number>;
      derived_due: Maintained<string>;
      derived_open: Maintained<string>;
      derived_sign: Maintained<string>;
    };
  followup: Uploaded<typeof followUp> &
    Sortable<'next_checkin_date' | VisitDates> & {
      derived_done: Maintained<string>;
      derived_sign: Maintained<string>;
    };
  peer_navigator: Sortable<'created_date' | 'upload_date'> & {
    id: Generated<number>;
    parent: number | null;
    status: number | null;
    upload: number | null;
    username: string | null;
    first_name: string | null;
    last_name: string | null;
    phone_number: string | null;
    created_date: string | null;
    upload_date: string | null;
  };
  analytic: Sortable<'start_date' | 'end_date' | 'created_date' | 'upload_date'> & {
    id: Generated<number>;
    upload: number | null;
    username: string | null;
    type: string | null;
    start_date: string | null;
    end_date: string | null;
    duration: number | null;
    result: string | null;
    subject: string | null;
    created_date: string | null;
    upload_date: string | null;
  };
  data_dictionary: {
    dict_id: Generated<number>;
    dict_entity: string | null;
    dict_field: string | null;
    dict_name: string | null;
    dict_description: string | null;
    dict_type: string | null;
  };
  study_followup: Delivery<'sfollow'> &
    Sortable<'sfollow_enrollment_date' | 'sfollow_last_check_time'> & {
      sfollow_id: Generated<number>;
      sfollow_name: string | null;
      sfollow_whatsapp: string | null;
      sfollow_months: number | null;
      sfollow_status: Generated<number>;
      sfollow_enrollment_date: string | null;
      sfollow_last_check_time: string | null;
      sfollow_last_check_days: number | null;
      sfollow_intervention: string | null;
      sfollow_link: string | null;
      sfollow_email: string | null;
    };
  study_resource: Delivery<'sresource'> & {
    sresource_id: Generated<number>;
    sresource_name: string | null;
    sresource_whatsapp: string | null;
    sresource_intervention: string | null;
    sresource_link: string | null;
  };
}

/** The tables of the participants' messenger. */
interface MessengerTables {
  phone: Stamped<'phone'> & {
    phone_id: Generated<number>;
    phone_number: string;
    phone_name: string | null;
    phone_pin: string | null;
    phone_color: string | null;
    /** 1 Public, 2 Peer Navigator, 3 Participant, 4 Moderator. */
    phone_status: Generated<number>;
    phone_email: string | null;
    p_source: string | null;
    phone_token: string | null;
  };
  peer: Sortable<'part_createdate'> & {
    part_id: Generated<number>;
    /** The peer navigator's number. */
    part_peer: string;
    /** The participant's number. */
    part_number: string;
    part_createuser: string | null;
    part_createdate: string | null;
  };
  quiz: Stamped<'quiz'> & {
    quiz_id: Generated<number>;
    quiz_question: string | null;
    quiz_description: string | null;
    /** A JSON list of objects with the keys id, no, answer and correct. */
    quiz_options: string | null;
    quiz_status: Generated<number>;
  };
  quiz_attempt: Sortable<'attempt_createdate'> & {
    attempt_id: Generated<number>;
    attempt_quiz: number;
    /** The score in percent. */
    attempt_score: number | null;
    /** A JSON list of objects with the keys no, id, answer, selected and correct. */
    attempt_answers: string | null;
    attempt_createuser: string | null;
    attempt_createdate: string | null;
  };
  sms_category: Stamped<'sms_cat'> & {
    sms_cat_id: Generated<number>;
    sms_cat_name: string;
    sms_cat_description: string | null;
    sms_cat_status: Generated<number>;
  };
  sms_phone: Stamped<'sms_phone'> & {
    sms_phone_id: Generated<number>;
    sms_phone_name: string | null;
    sms_phone_number: string;
    sms_phone_category: number | null;
    sms_phone_status: Generated<number>;
  };
  sms_message: Stamped<'sms'> & {
    sms_id: Generated<number>;
    sms_content: string | null;
    sms_description: string | null;
    sms_status: Generated<number>;
  };
  sms_history: Sortable<'sms_history_createdate'> & {
    sms_history_id: Generated<number>;
    sms_history_message: string | null;
    sms_history_number: string | null;
    /** The category's name when the message was sent. */
    sms_cat_name: string | null;
    sms_history_status: Generated<number>;
    sms_history_createuser: string | null;
    sms_history_createdate: string | null;
  };
}

/** The tables for the host's own records: codes, keys, logs, imports. */
interface OwnTables {
  recovery_code: {
    /** SHA-256 of the code. */
    code_hash: string;
    /** The user whose password the code sets; null for a code that was requested for an unknown address. */
    user_id: number | null;
    /** The end of the code's validity, in milliseconds since the epoch. */
    expires_at: number;
  };
  audit_entry: Chained & {
    audit_id: Generated<number>;
    audit_username: string | null;
    audit_title: string | null;
    audit_action: string | null;
    audit_description: string | null;
    audit_date: string | null;
  };
  login_entry: Chained & {
    login_id: Generated<number>;
    login_username: string | null;
    login_source: string | null;
    login_date: string | null;
  };
  log_entry: Chained & {
    log_id: Generated<number>;
    log_username: string | null;
    log_title: string | null;
    log_action: string | null;
    log_description: string | null;
    log_exception: string | null;
    log_date: string | null;
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
  upload: Sortable<'upload_createdate'> & {
    upload_id: Generated<number>;
    upload_name: string | null;
    upload_path: string | null;
    upload_type: string | null;
    upload_sha256: string | null;
    upload_createuser: string | null;
    upload_createdate: string | null;
    /** The size in bytes. */
    upload_size: number;
  };
  /** The records that were added, by the key of the request that added them. */
  saved_once: { save_key: string; record_id: number; saved_at: number };
  /** The records that were deleted and can still be restored. */
  deleted_record: {
    deleted_id: Generated<number>;
    /** The name of the entity in the host's paths, such as `sms-phone`. */
    deleted_entity: string;
    /** The id that the record had. */
    deleted_key: number;
    /** The text by which people recognize the record. */
    deleted_name: string | null;
    /** The complete row as JSON, without the sortable values of its dates. */
    deleted_row: string;
    deleted_by: string | null;
    /** The time of the deletion, as the study's local time and in milliseconds since the epoch. */
    deleted_date: string;
    deleted_at: number;
  };
  host_setting: { name: string; value: string };
  import_job: {
    job_id: string;
    /**
     * The name of the entity in paths of the host, which code calls `wireName`. The column still has its former
     * name.
     */
    noun: string;
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
    /** 1 if the caller that started the import collects its changes over HTTP, otherwise 0. */
    caller_collects: Generated<number>;
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
    /** The import, if its caller collects the change over HTTP. Null if a panel in the same process reads it. */
    job_id: string | null;
  };
  /** Rows that wait until the whole file has been checked. */
  import_row: { job_id: string; n: number; planned: string };
  /** Texts that no save may use while an import is running. */
  import_text: { claimed_table: string; folded: string; job_id: string };
}

/** The columns for the user who added a record, the user who changed it last, and the times of both. */
export type Stamps<Prefix extends string> = {
  [column in
    | `${Prefix}_createuser`
    | `${Prefix}_createdate`
    | `${Prefix}_lastupdateuser`
    | `${Prefix}_lastupdatedate`]: string | null;
};

/** The columns of a form of the main app, which uploads every answer, even a date, as text. */
type Uploaded<Entity extends { fields: object }> = { id: Generated<number> } & {
  [Column in Exclude<keyof Entity['fields'], 'id' | DerivedField<Entity['fields']>>]: string | null;
};

/** The names of the fields that are not stored, because they are computed. */
type DerivedField<Fields> = {
  [Name in keyof Fields]: Fields[Name] extends { derived: true } ? Name : never;
}[keyof Fields];

/** A column that only triggers write (backend/derived/). */
type Maintained<Value> = GeneratedAlways<Value | null>;

/** The dates that both the forms of participants and those of follow-ups have. */
type VisitDates =
  | 'srh_contraception_find_schedule_facility_yes_date'
  | 'srh_contraception_find_schedule_facility_no_date'
  | 'srh_contraception_information_app_sent_date'
  | 'srh_prep_information_app_sent_date'
  | 'srh_prep_find_schedule_facility_yes_date'
  | 'srh_prep_find_schedule_facility_no_date'
  | 'record_upload_date';

/** The times at which a message was sent, delivered and seen. */
type Delivery<Prefix extends string> = Dates<
  `${Prefix}_sent_date` | `${Prefix}_delivery_date` | `${Prefix}_seen_date`
>;

/** The columns of stamps in a table, with the sortable values of their dates. */
type Stamped<Prefix extends string> = Stamps<Prefix> &
  Sortable<`${Prefix}_createdate` | `${Prefix}_lastupdatedate`>;

/** Dates with their sortable values. */
type Dates<Name extends string> = { [column in Name]: string | null } & Sortable<Name>;

/**
 * The values by which lists compare dates. They are added to inserts and updates automatically
 * (sortable-dates.ts).
 */
type Sortable<Date extends string> = {
  [column in `${Date}_sortable`]: GeneratedAlways<string | null>;
};

interface Chained {
  /** The digest of the entry and of the previous entry's digest (chain.ts). */
  entry_digest: string | null;
}
