import { auditLog as declaration } from 'shared/entities/audit-log';
import { declaredTable } from './declared-table';
import { columns } from './table';

export const auditLog = declaredTable(declaration, {
  table: 'audit_entry',
  appendOnly: true,
  newestFirst: true,
  lookups: {
    sorted: columns('audit_username audit_date'),
    searched: columns('audit_username audit_title audit_description'),
  },
});
