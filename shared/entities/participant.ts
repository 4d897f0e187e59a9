import { participantProblems } from '../derived/data-problems';
import { followUpStates } from '../follow-up-state';
import { WITHDRAWAL_REASON, WITHDRAWN_ON } from '../list/withdrawn';
import { defineEntity } from './declaration';
import { yesNoCodes } from './fields';
import { questions } from './questions';
import {
  CONTRACEPTION_INTEREST,
  contraceptionInterest,
  DATA_QUALITY,
  FOLLOW_UPS,
  PREP_HISTORY,
  PREP_INTEREST,
  prepInterest,
  RECORD,
  uploadedRecord,
} from './shared-questions';
import { derived, id, shown, shownChoice, shownStudyNumber } from './shown-fields';

const CONTRACEPTION_HISTORY = 'Contraception history';
const HIV_HISTORY = 'HIV history';

export const participant = defineEntity({
  name: 'participant',
  singular: 'participant',
  title: 'Participants',
  key: 'id',
  hasOpaqueIds: true,
  label: 'study_number',
  lead: ['study_number', 'peer_navigator', 'assessment_date', 'phone_number'],
  fields: {
    id: id(),
    peer_navigator: shown('Peer Navigator', {
      identifying: 'account name',
      offersValues: true,
      priority: 2,
      aliases: ['username'],
    }),
    assessment_date: shown('Assessment Date', {
      format: 'date',
      identifying: false,
      aliases: ['enrollment_date'],
      event: { title: 'Assessment' },
    }),
    study_number: shownStudyNumber(),
    birthday: shown('DOB', {
      format: 'date',
      identifying: true,
      masked: 'date of birth',
      holds: 'date of birth',
    }),
    downloaded_messenger: shown('Downloaded Messenger', {
      identifying: false,
      answerCodes: yesNoCodes,
    }),
    no_download_messenger_reason: shown('No Download Messenger Reason', {
      identifying: true,
      holds: 'free text',
      hiddenAtFirst: true,
    }),
    no_download_messenger_reason_specify: shown('No Download Messenger Reason Specify', {
      identifying: true,
      holds: 'free text',
      hiddenAtFirst: true,
    }),
    phone_number: shown('Phone Number', { identifying: true, masked: 'phone number' }),
    own_phone: shown('Own Phone', {
      identifying: false,
      hiddenAtFirst: true,
      answerCodes: yesNoCodes,
    }),
    residency: shown('Residency', { identifying: true }),
    prefered_contact_method: shown('Preferred Contact Method', { identifying: false }),
    contact_frequency: shown('Contact Frequency', { identifying: false, hiddenAtFirst: true }),
    ...questions(CONTRACEPTION_HISTORY, {
      history_modern_contraception_use: 'Modern Contraception Use',
      history_contraception_male_condom: 'Contraception Male Condom',
      history_contraception_female_condom: 'Contraception Female Condom',
      history_contraception_implant: 'Contraception Implant',
      history_contraception_injection: 'Contraception Injection',
      history_contraception_iud: 'Contraception IUD',
      history_contraception_ius: 'Contraception IUS',
      history_contraception_pills: 'Contraception Pills',
      history_contraception_other: 'Contraception Other',
      history_contraception_other_specify: { text: 'Contraception Other Specify' },
      history_contraception_satisfaction: 'Contraception Satisfaction',
      history_contraception_satisfaction_reason: { text: 'Contraception Satisfaction Reason' },
      history_contraception_stop_reason: { text: 'Contraception Stop Reason' },
      history_contraception_no_use_reason: { text: 'Contraception No Use Reason' },
    }),
    ...questions(HIV_HISTORY, {
      history_hiv_know_status: 'HIV Know Status',
      history_hiv_last_test: 'HIV Last Test',
    }),
    ...questions(PREP_HISTORY, {
      history_hiv_used_prep: 'HIV Used PrEP',
      history_hiv_prep_last_refil: {
        date: 'HIV PrEP Last Refill Date',
        event: { title: 'PrEP refill', detail: 'history_hiv_prep_last_refil_source' },
      },
      history_hiv_prep_last_refil_source: 'HIV PrEP Last Refill Source',
      history_hiv_prep_last_refil_source_specify: { text: 'HIV PrEP Last Refill Source Specify' },
      history_hiv_prep_problems: { text: 'HIV PrEP Problems' },
      history_hiv_prep_questions: { text: 'HIV PrEP Questions' },
    }),
    ...questions(HIV_HISTORY, {
      history_hiv_taking_art: 'HIV Taking ART',
      history_hiv_last_refil: {
        date: 'HIV Last ART Refill Date',
        event: { title: 'ART refill', detail: 'history_hiv_last_refil_source' },
      },
      history_hiv_last_refil_source: 'HIV Last Refill Source',
      history_hiv_last_refil_source_specify: { text: 'HIV Last Refill Source Specify' },
      history_hiv_art_problems: { text: 'HIV ART Problems' },
      history_hiv_art_questions: { text: 'HIV ART Questions' },
      history_hiv_desired_support_reminders_appointments: 'HIV Desired Support Refill Reminders',
      history_hiv_desired_support_reminders_checkins: 'HIV Desired Support Reminders Adherence',
      history_hiv_desired_support_refil_accompany: 'HIV Desired Support PN Refill Accompany',
      history_hiv_desired_support_refil_pn_accompany: 'HIV Desired Support PN Clinic Visit',
      history_hiv_desired_support_other: 'HIV Desired Support Other',
      history_hiv_desired_support_other_specify: { text: 'HIV Desired Support Other Specify' },
    }),
    ...questions(PREP_HISTORY, {
      history_hiv_prep_desired_support_reminders_appointments:
        'PrEP Desired Support Refill Reminders',
      history_hiv_prep_desired_support_reminders_adherence:
        'PrEP Desired Support Reminders Adherence',
      history_hiv_prep_desired_support_refil_pn_accompany:
        'PrEP Desired Support PN Refill Accompany',
      history_hiv_prep_desired_support_pn_hiv_kit: 'PrEP Desired Support PN Self Test',
      history_hiv_prep_desired_support_other: 'PrEP Desired Support Other',
      history_hiv_prep_desired_support_other_specify: {
        text: 'PrEP Desired Support Other Specify',
      },
      history_hiv_prep_stop_reason: { text: 'PrEP Stop Reason' },
    }),
    srh_contraception_interest: shown('Contraception Interest', {
      identifying: false,
      hiddenAtFirst: true,
      group: CONTRACEPTION_INTEREST,
    }),
    ...contraceptionInterest,
    srh_prep_interest: shown('PrEP Interest', {
      identifying: false,
      hiddenAtFirst: true,
      group: PREP_INTEREST,
    }),
    ...prepInterest,
    next_date: shown('Next Followup Date', {
      format: 'date',
      identifying: false,
      hiddenAtFirst: true,
      group: RECORD,
    }),
    ...uploadedRecord,
    n_followups: derived(
      shown('Followups', { format: 'number', identifying: false, group: FOLLOW_UPS }),
    ),
    due_date: derived(
      shown('Latest Appointment', { format: 'date', identifying: false, group: FOLLOW_UPS }),
    ),
    followup_state: derived(
      shownChoice('Follow-up State', followUpStates, {
        group: FOLLOW_UPS,
        holds: 'days from today',
      }),
    ),
    [WITHDRAWN_ON]: derived(
      shown('Withdrawn On', { format: 'date', identifying: false, group: RECORD }),
    ),
    [WITHDRAWAL_REASON]: derived(
      shown('Withdrawal Reason', {
        identifying: true,
        holds: 'free text',
        groupsRows: true,
        group: RECORD,
      }),
    ),
    data_problem: derived(
      shownChoice('Data Problem', participantProblems, {
        group: DATA_QUALITY,
        holds: 'days from today',
      }),
    ),
  },
  wire: { list: 'participant/list/1/0/na' },
  path: '/participants',
  pageSize: 10,
  search: { fields: ['study_number', 'phone_number'], identifiers: ['study_number'] },
  import: { natural: ['study_number'] },
  timelineGaps: [
    'Of refills, the data has only the last one before the assessment.',
    'It has the planned day of a visit to a facility, but not whether the visit took place.',
    'It has no calls, and no messages of the messenger.',
    'SMS, study messages and the messenger are found by the phone number, which must be written in the same way.',
  ],
});
