import { auditActions } from '../audit-actions';
import { defineEntity } from './declaration';
import { id, shown, shownChoice } from './fields';

/** The log of the errors that users met. */
export const errorLog = defineEntity({
  name: 'log',
  singular: 'error',
  title: 'Errors',
  key: 'log_id',
  label: 'log_id',
  fields: {
    log_id: id(),
    log_date: shown('Date', 'date-time', { priority: 3 }),
    log_username: shown('User', 'text', { priority: 1 }),
    log_action: shownChoice('Action', auditActions),
    log_title: shown('Screen', 'text', { priority: 2 }),
    log_description: shown('Description', 'text', { priority: 4 }),
    log_exception: shown('Exception', 'text', { priority: 5 }),
  },
  path: '/audit/errors',
  pageSize: 10,
});
