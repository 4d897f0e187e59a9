import { auditLog as declaration } from 'shared/entities/audit-log';
import { splitNames } from './columns';
import { buildTable } from './declared-table';

export const auditLog = buildTable(declaration, {
  table: 'audit_entry',
  appendOnly: true,
  newestFirst: true,
  lookups: {
    sorted: splitNames('audit_username audit_date'),
    searched: splitNames('audit_username audit_title audit_description'),
  },
});
