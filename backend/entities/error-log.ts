import { errorLog as declaration } from 'shared/entities/error-log';
import { buildTable } from './declared-table';

export const errorLog = buildTable(declaration, {
  table: 'log_entry',
  appendOnly: true,
  newestFirst: true,
});
