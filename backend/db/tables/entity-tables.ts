import type { GeneratedAlways } from 'kysely';
import type { analytic } from '../../../shared/entities/analytic';
import type { auditLog } from '../../../shared/entities/audit-log';
import type { color } from '../../../shared/entities/color';
import type { country } from '../../../shared/entities/country';
import type { dataDictionary } from '../../../shared/entities/data-dictionary';
import type { deletedRecord } from '../../../shared/entities/deleted-record';
import type { errorLog } from '../../../shared/entities/error-log';
import type { facility } from '../../../shared/entities/facility';
import type { followUp } from '../../../shared/entities/follow-up';
import type { linkedParticipant } from '../../../shared/entities/linked-participant';
import type { notification } from '../../../shared/entities/notification';
import type { participant } from '../../../shared/entities/participant';
import type { peerNavigator } from '../../../shared/entities/peer-navigator';
import type { pfacility } from '../../../shared/entities/pfacility';
import type { phone } from '../../../shared/entities/phone';
import type { quiz } from '../../../shared/entities/quiz';
import type { quizAttempt } from '../../../shared/entities/quiz-attempt';
import type { resource } from '../../../shared/entities/resource';
import type { signInLog } from '../../../shared/entities/sign-in-log';
import type { smsCategory } from '../../../shared/entities/sms-category';
import type { smsHistory } from '../../../shared/entities/sms-history';
import type { smsMessage } from '../../../shared/entities/sms-message';
import type { smsPhone } from '../../../shared/entities/sms-phone';
import type { studyFollowUp } from '../../../shared/entities/study-follow-up';
import type { studyResource } from '../../../shared/entities/study-resource';
import type { upload } from '../../../shared/entities/upload';
import type { user } from '../../../shared/entities/user';
import type { EntityColumns, EntityTable } from './entity-table';

/**
 * The tables of the entities. The columns of a table follow from its declaration;
 * this file adds the columns that are not declared.
 */
export interface EntityTables {
  user_account: EntityTable<
    typeof user,
    { computed: 'user_waiting'; notNull: 'user_username' | 'user_role' | 'user_status' }
  > & {
    /** An argon2id hash; null until the user has set a password. */
    user_password: string | null;
  };
  country: EntityTable<typeof country, { notNull: 'country_name'; defaulted: 'country_status' }>;
  color: EntityTable<typeof color, { notNull: 'color_name'; defaulted: 'color_status' }>;
  notification: EntityTable<typeof notification>;
  facility: EntityTable<typeof facility, { defaulted: 'facility_status' }>;
  pfacility: EntityTable<typeof pfacility, { defaulted: 'pfacility_status' }>;
  resource: EntityTable<typeof resource, { defaulted: 'resource_type' | 'resource_status' }>;

  participant: EntityTable<typeof participant> & {
    derived_followups: Maintained<number>;
    derived_due: Maintained<string>;
    derived_open: Maintained<string>;
    derived_sign: Maintained<string>;
    derived_withdrawn: Maintained<string>;
    /** The day on which the participant withdrew, as `YYYY-MM-DD`. Null for participants who have not. */
    withdrawn_on: string | null;
    withdrawal_reason: string | null;
  };
  follow_up: EntityTable<typeof followUp> & {
    derived_done: Maintained<string>;
    derived_sign: Maintained<string>;
    derived_withdrawn: Maintained<string>;
  };
  peer_navigator: EntityTable<
    typeof peerNavigator,
    { computed: 'n_participants' | 'n_followups' | 'n_analytics' | 't_minutes' }
  >;
  analytic: EntityTable<typeof analytic>;
  data_dictionary: EntityTable<typeof dataDictionary>;
  study_follow_up: EntityTable<typeof studyFollowUp, { defaulted: 'sfollow_status' }>;
  study_resource: EntityTable<typeof studyResource>;

  phone: EntityTable<
    typeof phone,
    {
      computed: 'n_participants';
      notNull: 'phone_number';
      defaulted: 'phone_id' | 'phone_status';
    }
  >;
  /** `part_peer` is the peer navigator's number, `part_number` the participant's. */
  linked_participant: EntityTable<
    typeof linkedParticipant,
    { computed: 'phone_name' | 'phone_color' | 'p_status'; notNull: 'part_peer' | 'part_number' }
  >;
  /** `quiz_options` is a JSON list of objects with the keys id, no, answer and correct. */
  quiz: EntityTable<
    typeof quiz,
    { computed: 'a_no' | 'a_max' | 'a_min'; defaulted: 'quiz_status' }
  >;
  /** `attempt_answers` is a JSON list of objects with the keys no, id, answer, selected and correct. */
  quiz_attempt: EntityTable<
    typeof quizAttempt,
    { computed: 'quiz_question' | 'quiz_description' | 'c_status'; notNull: 'attempt_quiz' }
  >;
  sms_category: EntityTable<
    typeof smsCategory,
    { notNull: 'sms_cat_name'; defaulted: 'sms_cat_status' }
  >;
  sms_phone: EntityTable<
    typeof smsPhone,
    { computed: 'sms_cat_name'; notNull: 'sms_phone_number'; defaulted: 'sms_phone_status' }
  >;
  sms_message: EntityTable<typeof smsMessage, { defaulted: 'sms_status' }>;
  /** `sms_cat_name` is the category's name when the message was sent. */
  sms_history: EntityTable<typeof smsHistory, { defaulted: 'sms_history_status' }>;

  audit_entry: EntityColumns<typeof auditLog> & Chained;
  login_entry: EntityColumns<typeof signInLog> & Chained;
  log_entry: EntityColumns<typeof errorLog> & Chained;
  upload: EntityTable<typeof upload, { computed: 'upload_used_by'; notNull: 'upload_size' }> & {
    upload_sha256: string | null;
  };
  /**
   * The records that were deleted and can still be restored. `deleted_entity` is the entity's name in paths of hosts.
   */
  deleted_record: EntityColumns<
    typeof deletedRecord,
    {
      computed: 'deleted_type' | 'days_left';
      notNull: 'deleted_entity' | 'deleted_key' | 'deleted_date';
    }
  > & {
    /** The complete row as JSON, without the sortable values of its dates. */
    deleted_row: string;
    /** The time of the deletion in milliseconds since the epoch. `deleted_date` is the study's local time. */
    deleted_at: number;
  };
}

/** A column that triggers maintain, so that no other code writes it after it has been filled (backend/derived/). */
type Maintained<Value> = GeneratedAlways<Value | null>;

interface Chained {
  /** The digest of the entry and of the previous entry's digest (chain.ts). */
  entry_digest: string | null;
}
