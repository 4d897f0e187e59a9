import type { Field } from './field';
import { questions } from './questions';
import { shown } from './shown-fields';

export const CONTRACEPTION_INTEREST = 'Contraception interest';
export const PREP_INTEREST = 'PrEP interest';
export const PREP_HISTORY = 'PrEP history';
export const RECORD = 'Record';
export const FOLLOW_UPS = 'Follow-ups';
export const DATA_QUALITY = 'Data quality';

/**
 * The questions about contraception that participants and follow-ups share. Their place is after the field
 * `srh_contraception_interest`.
 */
export const contraceptionInterest = questions(CONTRACEPTION_INTEREST, {
  srh_contraception_started_evidence: { text: 'Contraception Started Evidence' },
  srh_contraception_no_interest_reason: { text: 'Contraception No Interest Reason' },
  srh_contraception_interest_male_condom: 'Contraception Interest Male Condom',
  srh_contraception_interest_female_condom: 'Contraception Interest Female Condom',
  srh_contraception_interest_implant: 'Contraception Interest Implant',
  srh_contraception_interest_injection: 'Contraception Interest Injection',
  srh_contraception_interest_iud: 'Contraception Interest IUD',
  srh_contraception_interest_ius: 'Contraception Interest IUS',
  srh_contraception_interest_pills: 'Contraception Interest Pills',
  srh_contraception_interest_other: 'Contraception Interest Other',
  srh_contraception_interest_other_specify: { text: 'Contraception Interest Other Specify' },
  srh_contraception_method_in_mind: 'Contraception Method In Mind',
  srh_contraception_information_methods: 'Contraception Like Information Methods',
  srh_contraception_find_schedule_facility: 'Contraception Find Schedule Facility',
  srh_contraception_find_schedule_facility_yes_date: {
    date: 'Contraception Find Schedule Facility Yes Date',
    event: {
      title: 'Facility visit for contraception',
      detail: 'srh_contraception_find_schedule_facility_selected',
    },
  },
  srh_contraception_find_schedule_facility_yes_pn_accompany:
    'Contraception Find Schedule Facility Yes PN Accompany',
  srh_contraception_find_schedule_facility_no_date: {
    date: 'Contraception Find Schedule Facility No Date',
  },
  srh_contraception_find_schedule_facility_no_pick: 'Contraception Find Schedule Facility No Pick',
  srh_contraception_find_schedule_facility_selected:
    'Contraception Find Schedule Facility Selected',
  srh_contraception_find_schedule_facility_other: {
    text: 'Contraception Find Schedule Facility Selected Other',
  },
  srh_contraception_information_app: 'Contraception Like Information On App',
  srh_contraception_information_app_sent: 'Contraception Information App Sent',
  srh_contraception_information_app_sent_date: {
    date: 'Contraception Information App Sent Date',
    event: { title: 'Information on contraception sent' },
  },
  srh_contraception_learn_methods: 'Contraception Learn Methods',
});

/** The questions about PrEP that participants and follow-ups share. */
export const prepInterest = questions(PREP_INTEREST, {
  srh_prep_started_evidence: { text: 'PrEP Started Evidence' },
  srh_prep_no_interest_reason: { text: 'PrEP No Interest Reason' },
  srh_prep_information_app: 'PrEP Like Information On App',
  srh_prep_information_app_sent: 'PrEP Information Sent',
  srh_prep_information_app_sent_date: {
    date: 'PrEP Information Sent Date',
    event: { title: 'Information on PrEP sent' },
  },
  srh_prep_find_schedule_facility: 'PrEP Find Schedule Facility',
  srh_prep_find_schedule_facility_yes_date: {
    date: 'PrEP Find Schedule Facility Yes Date',
    event: {
      title: 'Facility visit for PrEP',
      detail: 'srh_prep_find_schedule_facility_selected',
    },
  },
  srh_prep_find_schedule_facility_yes_pn_accompany: 'PrEP Find Schedule Facility Yes PN Accompany',
  srh_prep_find_schedule_facility_no_date: { date: 'PrEP Find Schedule Facility No Date' },
  srh_prep_find_schedule_facility_no_pick: 'PrEP Find Schedule Facility No Pick',
  srh_prep_find_schedule_facility_selected: 'PrEP Find Schedule Facility Selected',
  srh_prep_find_schedule_facility_other: { text: 'PrEP Find Schedule Facility Selected Other' },
  srh_prep_information_read: 'PrEP Information On App Read',
});

/**
 * The last fields of participants and follow-ups: the last answer, and the date and status of the app's upload.
 */
export const uploadedRecord = {
  history_hiv_used_prep_no_reason: shown('PrEP No Use Reason', {
    identifying: true,
    holds: 'free text',
    hiddenAtFirst: true,
    group: PREP_HISTORY,
  }),
  record_upload_date: shown('Upload Date', {
    format: 'date',
    identifying: false,
    group: RECORD,
    aliases: ['upload_date'],
  }),
  record_status: shown('Status', {
    identifying: false,
    hiddenAtFirst: true,
    group: RECORD,
    aliases: ['status', 'p_status', 'f_status'],
  }),
} satisfies Record<string, Field>;
