import { uploadFields } from 'shared/derived/derive-navigators';
import { analytic as declaration } from 'shared/entities/analytic';
import { splitNames } from './columns';
import { buildTable } from './declared-table';

export const analytic = buildTable(declaration, {
  lookups: {
    sorted: splitNames('id username duration start_date end_date created_date upload_date'),
    searched: splitNames('username type result subject'),
    fewValues: ['username'],
    uploads: uploadFields.analytics,
  },
});
