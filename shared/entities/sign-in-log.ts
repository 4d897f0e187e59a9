import { defineEntity } from './declaration';
import { id, shown } from './fields';

/** The log of sign-ins, each with its channel. */
export const signInLog = defineEntity({
  name: 'login',
  singular: 'sign-in',
  title: 'Sign-ins',
  key: 'login_id',
  label: 'login_id',
  fields: {
    login_id: id(),
    login_username: shown('User', 'text', { priority: 1 }),
    login_date: shown('Date', 'date-time', { priority: 2 }),
    login_source: shown('Channel'),
  },
  path: '/audit/sign-ins',
  pageSize: 10,
});
