import { participant as declaration } from 'shared/entities/participant';
import { declaredTable } from './declared-table';
import { columns } from './table';

export const participant = declaredTable(declaration, {
  lookups: {
    // Of the key too: the rows are wide, and its own order is that of whole rows.
    sorted: columns(`id peer_navigator study_number phone_number assessment_date birthday next_date
      record_upload_date`),
    searched: columns(`peer_navigator study_number phone_number downloaded_messenger residency
      prefered_contact_method`),
    few: ['peer_navigator'],
  },
});
