import { date, id, name, text } from './columns';
import { type Entity, relatedList } from './entity';
import { contraceptionInterest, prepInterest } from './interest-columns';

const CONTRACEPTION_HISTORY = 'Contraception history';
const HIV_HISTORY = 'HIV history';
const PREP_HISTORY = 'PrEP history';
const RECORD = 'Record';

export const participant: Entity = {
  noun: 'participant',
  name: 'participant',
  plural: 'Participants',
  key: 'id',
  label: 'study_number',
  detail: {
    related: (row) => [
      ...relatedList('Followups', '/follow-ups', 'study_number', row.study_number),
      ...relatedList('Peer navigator', '/peer-navigators', 'username', row.peer_navigator),
      ...relatedList('Phone', '/phones', 'phone_number', row.phone_number),
    ],
  },
  list: {
    path: '/participants',
    source: 'participant/list/1/0/na',
    pageSize: 10,
    columns: [
      id('id'),
      text('peer_navigator', 'Peer Navigator', { priority: 2, aliases: ['username'] }),
      date('assessment_date', 'Assessment Date', { aliases: ['enrollment_date'] }),
      name('study_number', 'Study No', { aliases: ['art_number'] }),
      date('birthday', 'DOB'),
      text('downloaded_messenger', 'Downloaded Messenger'),
      text('no_download_messenger_reason', 'No Download Messenger Reason', { off: true }),
      text('no_download_messenger_reason_specify', 'No Download Messenger Reason Specify', {
        off: true,
      }),
      text('phone_number', 'Phone Number'),
      text('own_phone', 'Own Phone', { off: true }),
      text('residency', 'Residency'),
      text('prefered_contact_method', 'Preferred Contact Method'),
      text('contact_frequency', 'Contact Frequency', { off: true }),
      text('history_modern_contraception_use', 'Modern Contraception Use', {
        off: true,
        group: CONTRACEPTION_HISTORY,
      }),
      text('history_contraception_male_condom', 'Contraception Male Condom', {
        off: true,
        group: CONTRACEPTION_HISTORY,
      }),
      text('history_contraception_female_condom', 'Contraception Female Condom', {
        off: true,
        group: CONTRACEPTION_HISTORY,
      }),
      text('history_contraception_implant', 'Contraception Implant', {
        off: true,
        group: CONTRACEPTION_HISTORY,
      }),
      text('history_contraception_injection', 'Contraception Injection', {
        off: true,
        group: CONTRACEPTION_HISTORY,
      }),
      text('history_contraception_iud', 'Contraception IUD', {
        off: true,
        group: CONTRACEPTION_HISTORY,
      }),
      text('history_contraception_ius', 'Contraception IUS', {
        off: true,
        group: CONTRACEPTION_HISTORY,
      }),
      text('history_contraception_pills', 'Contraception Pills', {
        off: true,
        group: CONTRACEPTION_HISTORY,
      }),
      text('history_contraception_other', 'Contraception Other', {
        off: true,
        group: CONTRACEPTION_HISTORY,
      }),
      text('history_contraception_other_specify', 'Contraception Other Specify', {
        off: true,
        group: CONTRACEPTION_HISTORY,
      }),
      text('history_contraception_satisfaction', 'Contraception Satisfaction', {
        off: true,
        group: CONTRACEPTION_HISTORY,
      }),
      text('history_contraception_satisfaction_reason', 'Contraception Satisfaction Reason', {
        off: true,
        group: CONTRACEPTION_HISTORY,
      }),
      text('history_contraception_stop_reason', 'Contraception Stop Reason', {
        off: true,
        group: CONTRACEPTION_HISTORY,
      }),
      text('history_contraception_no_use_reason', 'Contraception No Use Reason', {
        off: true,
        group: CONTRACEPTION_HISTORY,
      }),
      text('history_hiv_know_status', 'HIV Know Status', { off: true, group: HIV_HISTORY }),
      text('history_hiv_last_test', 'HIV Last Test', { off: true, group: HIV_HISTORY }),
      text('history_hiv_used_prep', 'HIV Used PrEP', { off: true, group: PREP_HISTORY }),
      date('history_hiv_prep_last_refil', 'HIV PrEP Last Refill Date', {
        off: true,
        group: PREP_HISTORY,
      }),
      text('history_hiv_prep_last_refil_source', 'HIV PrEP Last Refill Source', {
        off: true,
        group: PREP_HISTORY,
      }),
      text('history_hiv_prep_last_refil_source_specify', 'HIV PrEP Last Refill Source Specify', {
        off: true,
        group: PREP_HISTORY,
      }),
      text('history_hiv_prep_problems', 'HIV PrEP Problems', { off: true, group: PREP_HISTORY }),
      text('history_hiv_prep_questions', 'HIV PrEP Questions', { off: true, group: PREP_HISTORY }),
      text('history_hiv_taking_art', 'HIV Taking ART', { off: true, group: HIV_HISTORY }),
      date('history_hiv_last_refil', 'HIV Last ART Refill Date', { off: true, group: HIV_HISTORY }),
      text('history_hiv_last_refil_source', 'HIV Last Refill Source', {
        off: true,
        group: HIV_HISTORY,
      }),
      text('history_hiv_last_refil_source_specify', 'HIV Last Refill Source Specify', {
        off: true,
        group: HIV_HISTORY,
      }),
      text('history_hiv_art_problems', 'HIV ART Problems', { off: true, group: HIV_HISTORY }),
      text('history_hiv_art_questions', 'HIV ART Questions', { off: true, group: HIV_HISTORY }),
      text(
        'history_hiv_desired_support_reminders_appointments',
        'HIV Desired Support Refill Reminders',
        { off: true, group: HIV_HISTORY },
      ),
      text(
        'history_hiv_desired_support_reminders_checkins',
        'HIV Desired Support Reminders Adherence',
        { off: true, group: HIV_HISTORY },
      ),
      text(
        'history_hiv_desired_support_refil_accompany',
        'HIV Desired Support PN Refill Accompany',
        { off: true, group: HIV_HISTORY },
      ),
      text(
        'history_hiv_desired_support_refil_pn_accompany',
        'HIV Desired Support PN Clinic Visit',
        { off: true, group: HIV_HISTORY },
      ),
      text('history_hiv_desired_support_other', 'HIV Desired Support Other', {
        off: true,
        group: HIV_HISTORY,
      }),
      text('history_hiv_desired_support_other_specify', 'HIV Desired Support Other Specify', {
        off: true,
        group: HIV_HISTORY,
      }),
      text(
        'history_hiv_prep_desired_support_reminders_appointments',
        'PrEP Desired Support Refill Reminders',
        { off: true, group: PREP_HISTORY },
      ),
      text(
        'history_hiv_prep_desired_support_reminders_adherence',
        'PrEP Desired Support Reminders Adherence',
        { off: true, group: PREP_HISTORY },
      ),
      text(
        'history_hiv_prep_desired_support_refil_pn_accompany',
        'PrEP Desired Support PN Refill Accompany',
        { off: true, group: PREP_HISTORY },
      ),
      text('history_hiv_prep_desired_support_pn_hiv_kit', 'PrEP Desired Support PN Self Test', {
        off: true,
        group: PREP_HISTORY,
      }),
      text('history_hiv_prep_desired_support_other', 'PrEP Desired Support Other', {
        off: true,
        group: PREP_HISTORY,
      }),
      text('history_hiv_prep_desired_support_other_specify', 'PrEP Desired Support Other Specify', {
        off: true,
        group: PREP_HISTORY,
      }),
      text('history_hiv_prep_stop_reason', 'PrEP Stop Reason', { off: true, group: PREP_HISTORY }),
      text('srh_contraception_interest', 'Contraception Interest', {
        off: true,
        group: 'Contraception interest',
      }),
      ...contraceptionInterest,
      text('srh_prep_interest', 'PrEP Interest', { off: true, group: 'PrEP interest' }),
      ...prepInterest,
      date('next_date', 'Next Followup Date', { off: true, group: RECORD }),
      text('history_hiv_used_prep_no_reason', 'PrEP No Use Reason', {
        off: true,
        group: PREP_HISTORY,
      }),
      date('record_upload_date', 'Upload Date', { group: RECORD, aliases: ['upload_date'] }),
      text('record_status', 'Status', {
        off: true,
        group: RECORD,
        aliases: ['status', 'p_status'],
      }),
    ],
  },
};
