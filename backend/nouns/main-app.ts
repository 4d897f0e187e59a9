import { sql } from 'kysely';
import {
  followupDates,
  followupTexts,
  participantDates,
  participantTexts,
} from './participant-columns';
import { columns, computed, statusText, stored, type Table } from './table';

export const peerNavigator: Table = {
  noun: 'peer-navigator',
  label: 'peer navigator',
  table: 'peer_navigator',
  key: 'id',
  columns: {
    ...stored('number', 'id parent status upload'),
    ...stored('text', 'username first_name last_name phone_number'),
    ...stored('date', 'created_date upload_date'),
    n_participants: computed(
      'number',
      sql`(select count(*) from participant
        where participant.peer_navigator = peer_navigator.username)`,
    ),
    n_followups: computed(
      'number',
      sql`(select count(*) from followup
        where followup.peer_navigator = peer_navigator.username)`,
    ),
    n_analytics: computed(
      'number',
      sql`(select count(*) from analytic where analytic.username = peer_navigator.username)`,
    ),
    t_minutes: computed(
      'number',
      sql`(select cast(round(coalesce(sum(duration), 0) / 60.0) as integer) from analytic
        where analytic.username = peer_navigator.username)`,
    ),
  },
  // The counts lead to the lists of this name.
  always: ['username'],
};

export const participant: Table = {
  noun: 'participant',
  label: 'participant',
  table: 'participant',
  key: 'id',
  columns: {
    ...stored('number', 'id'),
    ...stored('text', participantTexts),
    ...stored('date', participantDates),
  },
  lookups: {
    // Of the key too: the rows are wide, and its own order is that of whole rows.
    sorted: columns(`id peer_navigator study_number phone_number assessment_date birthday next_date
      record_upload_date`),
    searched: columns(`peer_navigator study_number phone_number downloaded_messenger residency
      prefered_contact_method`),
    few: ['peer_navigator'],
  },
};

export const followup: Table = {
  noun: 'followup',
  label: 'follow-up',
  table: 'followup',
  key: 'id',
  columns: {
    ...stored('number', 'id'),
    ...stored('text', followupTexts),
    ...stored('date', followupDates),
  },
  lookups: {
    sorted: columns('id peer_navigator study_number next_checkin_date record_upload_date'),
    searched: columns('peer_navigator study_number checkin_notes checkin_type'),
    few: ['peer_navigator'],
  },
};

export const analytic: Table = {
  noun: 'analytic',
  label: 'usage record',
  table: 'analytic',
  key: 'id',
  columns: {
    // Duration is in seconds.
    ...stored('number', 'id upload duration'),
    ...stored('text', 'username type result subject'),
    ...stored('date', 'start_date end_date created_date upload_date'),
  },
  lookups: {
    sorted: columns('id username duration start_date end_date created_date upload_date'),
    searched: columns('username type result subject'),
    few: ['username'],
  },
};

export const dataDictionary: Table = {
  noun: 'data-dictionary',
  label: 'data dictionary entry',
  table: 'data_dictionary',
  key: 'dict_id',
  columns: {
    ...stored('number', 'dict_id'),
    ...stored('text', 'dict_entity dict_field dict_name dict_description dict_type'),
  },
  remove: true,
};

export const studyFollowup: Table = {
  noun: 'study-followup',
  label: 'study follow-up',
  table: 'study_followup',
  key: 'sfollow_id',
  columns: {
    ...stored('number', 'sfollow_id sfollow_months sfollow_last_check_days sfollow_status'),
    ...stored('text', 'sfollow_name sfollow_whatsapp sfollow_intervention'),
    ...stored('text', 'sfollow_link sfollow_email'),
    f_status: statusText('sfollow_status'),
    ...stored('date', 'sfollow_sent_date sfollow_delivery_date sfollow_seen_date'),
    ...stored('date', 'sfollow_enrollment_date sfollow_last_check_time'),
  },
  remove: true,
};

export const studyResource: Table = {
  noun: 'study-resource',
  label: 'study resource',
  table: 'study_resource',
  key: 'sresource_id',
  columns: {
    ...stored('number', 'sresource_id'),
    ...stored('text', 'sresource_name sresource_whatsapp sresource_intervention sresource_link'),
    ...stored('date', 'sresource_sent_date sresource_delivery_date sresource_seen_date'),
  },
  remove: true,
};
