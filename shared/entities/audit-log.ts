import { auditActions } from '../audit-actions';
import { defineEntity } from './declaration';
import { id, shown, shownChoice } from './shown-fields';

/** The audit log of views and changes. Entries are added and never edited. */
export const auditLog = defineEntity({
  name: 'audit-log',
  singular: 'audit entry',
  title: 'Audit Trail',
  key: 'audit_id',
  label: 'audit_id',
  lead: ['audit_username', 'audit_action', 'audit_description', 'audit_date'],
  fields: {
    audit_id: id(),
    audit_date: shown('Date', { format: 'date-time', identifying: false, priority: 0 }),
    audit_username: shown('User', { identifying: 'account name', priority: 0 }),
    audit_action: shownChoice('Action', auditActions, { priority: 0 }),
    audit_title: shown('Screen', { identifying: true }),
    audit_description: shown('Description', { identifying: true, priority: 1, wide: true }),
  },
  wire: { name: 'audit' },
  path: '/audit',
  pageSize: 10,
});
