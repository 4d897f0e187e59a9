import { auditActions } from '../audit-actions';
import { defineEntity } from './declaration';
import { id, shown, shownChoice } from './shown-fields';

/** The log of errors that occurred on users' screens. */
export const errorLog = defineEntity({
  name: 'error-log',
  singular: 'error',
  title: 'Errors',
  key: 'log_id',
  label: 'log_id',
  lead: ['log_username', 'log_title', 'log_exception', 'log_date'],
  fields: {
    log_id: id(),
    log_date: shown('Date', { format: 'date-time', identifying: false, priority: 3 }),
    log_username: shown('User', { identifying: 'account name', priority: 1 }),
    log_action: shownChoice('Action', auditActions),
    log_title: shown('Screen', { identifying: true, priority: 2 }),
    log_description: shown('Description', { identifying: true, priority: 4, wide: true }),
    log_exception: shown('Exception', { identifying: true, valueKind: 'free text', priority: 5 }),
  },
  wire: { name: 'log' },
  path: '/audit/errors',
  pageSize: 10,
});
