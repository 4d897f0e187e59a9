import { followUp as declaration } from 'shared/entities/follow-up';
import { declaredTable } from './declared-table';
import { columns } from './table';

export const followUp = declaredTable(declaration, {
  lookups: {
    sorted: columns('id peer_navigator study_number next_checkin_date record_upload_date'),
    searched: columns('peer_navigator study_number checkin_notes checkin_type'),
    few: ['peer_navigator'],
  },
});
