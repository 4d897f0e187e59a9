import { participant as declaration } from 'shared/entities/participant';
import { buildEntity } from './declared-entity';
import { hiddenNumber } from './identifying';
import { noteWithdrawal } from './note-withdrawal';
import { getRelatedList } from './related-list';

export const participant = buildEntity(declaration, {
  columns: { id: hiddenNumber, study_number: { note: noteWithdrawal } },
  detail: {
    summary: [
      { kind: 'field', field: 'study_number', title: 'Study number' },
      { kind: 'field', field: 'peer_navigator', title: 'Peer navigator' },
      { kind: 'field', field: 'phone_number', title: 'Phone number' },
      { kind: 'age', birthday: 'birthday' },
      { kind: 'due follow-up', next: 'next_date' },
    ],
    related: (row) => [
      ...getRelatedList('Followups', '/follow-ups', 'study_number', row.study_number),
      ...getRelatedList('Peer navigator', '/peer-navigators', 'username', row.peer_navigator),
      ...getRelatedList('Phone', '/phones', 'phone_number', row.phone_number),
    ],
  },
});
