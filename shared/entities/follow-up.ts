import { followUpProblems } from '../derived/data-problems';
import { WITHDRAWN_ON } from '../list/withdrawn';
import { defineEntity } from './declaration';
import {
  CONTRACEPTION_INTEREST,
  contraceptionInterest,
  DATA_QUALITY,
  FOLLOW_UPS,
  PREP_INTEREST,
  prepInterest,
  RECORD,
  uploadedRecord,
} from './shared-questions';
import { derived, id, shown, shownChoice, shownStudyNumber } from './shown-fields';

export const followUp = defineEntity({
  name: 'follow-up',
  singular: 'follow-up',
  title: 'Followups',
  key: 'id',
  label: 'study_number',
  lead: ['study_number', 'checkin_type', 'peer_navigator', 'next_checkin_date'],
  fields: {
    id: id(),
    peer_navigator: shown('Peer Navigator', {
      identifying: 'account name',
      offersValues: true,
      priority: 2,
      aliases: ['username'],
    }),
    study_number: shownStudyNumber(),
    next_checkin_date: shown('Next Check-in Date', {
      format: 'date',
      identifying: false,
      priority: 2,
      aliases: ['next_date'],
    }),
    checkin_notes: shown('Check-in Notes', { identifying: true, holds: 'free text' }),
    checkin_type: shown('Check-in Type', { identifying: false }),
    srh_contraception_interest: shown('Contraception Interest', {
      identifying: false,
      group: CONTRACEPTION_INTEREST,
    }),
    srh_prep_interest: shown('PrEP Interest', { identifying: false, group: PREP_INTEREST }),
    srh_contraception_started_problems: shown('Contraception Started Problems', {
      identifying: true,
      holds: 'free text',
      group: CONTRACEPTION_INTEREST,
    }),
    srh_prep_started_problems: shown('PrEP Started Problems', {
      identifying: true,
      holds: 'free text',
      group: PREP_INTEREST,
    }),
    srh_contraception_started_side_effects: shown('Contraception Started Side-effects', {
      identifying: true,
      holds: 'free text',
      hiddenAtFirst: true,
      group: CONTRACEPTION_INTEREST,
    }),
    srh_prep_started_side_effects: shown('PrEP Started Side-effects', {
      identifying: true,
      holds: 'free text',
      hiddenAtFirst: true,
      group: PREP_INTEREST,
    }),
    srh_contraception_started_other: shown('Contraception Started Other Problems', {
      identifying: true,
      holds: 'free text',
      hiddenAtFirst: true,
      group: CONTRACEPTION_INTEREST,
    }),
    srh_prep_started_other: shown('PrEP Started Other Problems', {
      identifying: true,
      holds: 'free text',
      hiddenAtFirst: true,
      group: PREP_INTEREST,
    }),
    ...contraceptionInterest,
    ...prepInterest,
    ...uploadedRecord,
    record_upload_date: {
      ...uploadedRecord.record_upload_date,
      event: { title: 'Follow-up uploaded', detail: 'checkin_type' },
    },
    appointment_done: derived(
      shown('Appointment Done', { format: 'date', identifying: false, group: FOLLOW_UPS }),
    ),
    [WITHDRAWN_ON]: derived(
      shown('Withdrawn On', { format: 'date', identifying: false, group: RECORD }),
    ),
    data_problem: derived(
      shownChoice('Data Problem', followUpProblems, {
        group: DATA_QUALITY,
        holds: 'days from today',
      }),
    ),
  },
  wire: { name: 'followup', list: 'followup/list/1/0/na' },
  path: '/follow-ups',
  pageSize: 10,
  timelineOf: { entity: 'participant', field: 'study_number', equals: 'study_number' },
  import: { natural: ['study_number', 'checkin_type', 'next_checkin_date'] },
});
