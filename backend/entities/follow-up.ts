import { followUp as declaration } from 'shared/entities/follow-up';
import { buildTable } from './declared-table';
import { splitNames } from './table';

export const followUp = buildTable(declaration, {
  lookups: {
    sorted: splitNames('id peer_navigator study_number next_checkin_date record_upload_date'),
    searched: splitNames('peer_navigator study_number checkin_notes checkin_type'),
    fewValues: ['peer_navigator'],
  },
  lockedFirst: 'participant',
});
