import { date, id, name, text } from './columns';
import { type Entity, relatedList } from './entity';
import { contraceptionInterest, prepInterest } from './interest-columns';

export const followUp: Entity = {
  noun: 'follow-up',
  name: 'follow-up',
  plural: 'Followups',
  key: 'id',
  label: 'study_number',
  detail: {
    related: (row) => [
      ...relatedList('Participant', '/participants', 'study_number', row.study_number),
      ...relatedList('Peer navigator', '/peer-navigators', 'username', row.peer_navigator),
    ],
  },
  list: {
    path: '/follow-ups',
    source: 'followup/list/1/0/na',
    pageSize: 10,
    columns: [
      id('id'),
      text('peer_navigator', 'Peer Navigator', { priority: 2, aliases: ['username'] }),
      name('study_number', 'Study No', { aliases: ['art_number'] }),
      date('next_checkin_date', 'Next Check-in Date', { aliases: ['next_date'] }),
      text('checkin_notes', 'Check-in Notes'),
      text('checkin_type', 'Check-in Type'),
      text('srh_contraception_interest', 'Contraception Interest', {
        group: 'Contraception interest',
      }),
      text('srh_prep_interest', 'PrEP Interest', { group: 'PrEP interest' }),
      text('srh_contraception_started_problems', 'Contraception Started Problems', {
        group: 'Contraception interest',
      }),
      text('srh_prep_started_problems', 'PrEP Started Problems', { group: 'PrEP interest' }),
      text('srh_contraception_started_side_effects', 'Contraception Started Side-effects', {
        off: true,
        group: 'Contraception interest',
      }),
      text('srh_prep_started_side_effects', 'PrEP Started Side-effects', {
        off: true,
        group: 'PrEP interest',
      }),
      text('srh_contraception_started_other', 'Contraception Started Other Problems', {
        off: true,
        group: 'Contraception interest',
      }),
      text('srh_prep_started_other', 'PrEP Started Other Problems', {
        off: true,
        group: 'PrEP interest',
      }),
      ...contraceptionInterest,
      ...prepInterest,
      text('history_hiv_used_prep_no_reason', 'PrEP No Use Reason', {
        off: true,
        group: 'PrEP history',
      }),
      date('record_upload_date', 'Upload Date', { group: 'Record', aliases: ['upload_date'] }),
      text('record_status', 'Status', {
        off: true,
        group: 'Record',
        aliases: ['status', 'p_status'],
      }),
    ],
  },
};
