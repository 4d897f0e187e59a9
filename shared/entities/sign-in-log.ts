import { defineEntity } from './declaration';
import { id, shown } from './shown-fields';

/** The log of sign-ins. */
export const signInLog = defineEntity({
  name: 'sign-in-log',
  singular: 'sign-in',
  title: 'Sign-ins',
  key: 'login_id',
  label: 'login_id',
  lead: ['login_username', 'login_date', 'login_source'],
  fields: {
    login_id: id(),
    login_username: shown('User', { identifying: 'account name', priority: 1 }),
    login_date: shown('Date', { format: 'date-time', identifying: false, priority: 2 }),
    login_source: shown('Channel', { identifying: false }),
  },
  wire: { name: 'login' },
  path: '/audit/sign-ins',
  pageSize: 10,
});
