import { participant as declaration } from 'shared/entities/participant';
import { buildTable } from './declared-table';
import { splitNames } from './table';

export const participant = buildTable(declaration, {
  lookups: {
    // Includes the key, although the table is stored in the order of the key: without an index, sorting by the key
    // would read the complete rows, which are wide.
    sorted:
      splitNames(`id peer_navigator study_number phone_number assessment_date birthday next_date
      record_upload_date`),
    searched: splitNames(`peer_navigator study_number phone_number downloaded_messenger residency
      prefered_contact_method`),
    fewValues: ['peer_navigator'],
  },
});
