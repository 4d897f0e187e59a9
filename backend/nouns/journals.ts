import { columns, stored, type Table } from './table';

/** The audit log: every screen view and every save. */
export const auditJournal: Table = {
  noun: 'audit',
  label: 'audit entry',
  table: 'audit_entry',
  key: 'audit_id',
  columns: {
    ...stored('number', 'audit_id'),
    ...stored('text', 'audit_username audit_title audit_description'),
    ...stored('choice', 'audit_action'),
    ...stored('date', 'audit_date'),
  },
  newestFirst: true,
  lookups: {
    sorted: columns('audit_username audit_date'),
    searched: columns('audit_username audit_title audit_description'),
  },
};

/** The log of sign-ins, each with its channel. */
export const loginJournal: Table = {
  noun: 'login',
  label: 'sign-in',
  table: 'login_entry',
  key: 'login_id',
  columns: {
    ...stored('number', 'login_id'),
    ...stored('text', 'login_username login_source'),
    ...stored('date', 'login_date'),
  },
  newestFirst: true,
};

/** The errors that people met. */
export const logJournal: Table = {
  noun: 'log',
  label: 'log entry',
  table: 'log_entry',
  key: 'log_id',
  columns: {
    ...stored('number', 'log_id'),
    ...stored('text', 'log_username log_title log_description log_exception'),
    ...stored('choice', 'log_action'),
    ...stored('date', 'log_date'),
  },
  newestFirst: true,
};
