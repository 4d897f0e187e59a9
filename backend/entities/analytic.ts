import { analytic as declaration } from 'shared/entities/analytic';
import { declaredTable } from './declared-table';
import { columns } from './table';

export const analytic = declaredTable(declaration, {
  lookups: {
    sorted: columns('id username duration start_date end_date created_date upload_date'),
    searched: columns('username type result subject'),
    few: ['username'],
  },
});
