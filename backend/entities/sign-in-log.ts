import { signInLog as declaration } from 'shared/entities/sign-in-log';
import { buildTable } from './declared-table';

export const signInLog = buildTable(declaration, {
  table: 'login_entry',
  appendOnly: true,
  newestFirst: true,
});
