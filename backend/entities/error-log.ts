import { errorLog as declaration } from 'shared/entities/error-log';
import { declaredTable } from './declared-table';

export const errorLog = declaredTable(declaration, {
  table: 'log_entry',
  appendOnly: true,
  newestFirst: true,
});
