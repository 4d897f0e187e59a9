import { analytic as declaration } from 'shared/entities/analytic';
import { buildTable } from './declared-table';
import { splitNames } from './table';

export const analytic = buildTable(declaration, {
  lookups: {
    sorted: splitNames('id username duration start_date end_date created_date upload_date'),
    searched: splitNames('username type result subject'),
    fewValues: ['username'],
  },
});
