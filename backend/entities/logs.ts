import { auditLog as auditLogDeclaration } from 'shared/entities/audit-log';
import { errorLog as errorLogDeclaration } from 'shared/entities/error-log';
import { signInLog as signInLogDeclaration } from 'shared/entities/sign-in-log';
import { declaredTable } from './declared-table';
import { columns } from './table';

export const auditLog = declaredTable(auditLogDeclaration, {
  table: 'audit_entry',
  newestFirst: true,
  lookups: {
    sorted: columns('audit_username audit_date'),
    searched: columns('audit_username audit_title audit_description'),
  },
});

export const signInLog = declaredTable(signInLogDeclaration, {
  table: 'login_entry',
  newestFirst: true,
});

export const errorLog = declaredTable(errorLogDeclaration, {
  table: 'log_entry',
  newestFirst: true,
});
