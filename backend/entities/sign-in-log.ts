import { signInLog as declaration } from 'shared/entities/sign-in-log';
import { declaredTable } from './declared-table';

export const signInLog = declaredTable(declaration, {
  table: 'login_entry',
  appendOnly: true,
  newestFirst: true,
});
