import { auditActions } from '../host/change-entry';
import { choice, dateTime, id, name, text } from './columns';
import type { Entity } from './entity';

/** The audit log: every view and every change. The panel lists its entries and never edits them. */
export const auditEntry: Entity = {
  noun: 'audit',
  name: 'audit entry',
  plural: 'Audit Trail',
  key: 'audit_id',
  label: 'audit_id',
  list: {
    path: '/audit',
    source: 'audit/list',
    pageSize: 10,
    columns: [
      id('audit_id'),
      dateTime('audit_date', 'Date', { priority: 0 }),
      name('audit_username', 'User', { priority: 0 }),
      choice('audit_action', 'Action', auditActions, { priority: 0 }),
      text('audit_title', 'Screen'),
      text('audit_description', 'Description', { priority: 4 }),
    ],
  },
};

/** The log of sign-ins, each with its channel. */
export const signInEntry: Entity = {
  noun: 'login',
  name: 'sign-in',
  plural: 'Sign-ins',
  key: 'login_id',
  label: 'login_id',
  list: {
    path: '/audit/sign-ins',
    source: 'login/list',
    pageSize: 10,
    columns: [
      id('login_id'),
      name('login_username', 'User'),
      dateTime('login_date', 'Date', { priority: 2 }),
      text('login_source', 'Channel'),
    ],
  },
};

/** The errors that people met. */
export const errorEntry: Entity = {
  noun: 'log',
  name: 'error',
  plural: 'Errors',
  key: 'log_id',
  label: 'log_id',
  list: {
    path: '/audit/errors',
    source: 'log/list',
    pageSize: 10,
    columns: [
      id('log_id'),
      dateTime('log_date', 'Date', { priority: 3 }),
      name('log_username', 'User'),
      choice('log_action', 'Action', auditActions),
      text('log_title', 'Screen', { priority: 2 }),
      text('log_description', 'Description', { priority: 4 }),
      text('log_exception', 'Exception', { priority: 5 }),
    ],
  },
};
