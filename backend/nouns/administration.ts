import { LONG_TEXT, required } from '../fields';
import { parameter, stamps, statusParameter, statusText, stored, type Table } from './table';

export const country: Table = {
  noun: 'country',
  label: 'country',
  table: 'country',
  key: 'country_id',
  columns: {
    ...stored('number', 'country_id country_status'),
    ...stored('text', 'country_name country_code'),
    c_status: statusText('country_status'),
    ...stamps('country'),
  },
  stamped: 'country',
  save: {
    parameters: {
      uname: parameter('country_name', required('Name')),
      ucode: parameter('country_code', required('Phone code')),
      ustatus: statusParameter('country_status'),
    },
    unique: { country_name: (name) => `The country '${name}' exists already` },
  },
  remove: true,
};

export const color: Table = {
  noun: 'color',
  label: 'color',
  table: 'color',
  key: 'color_id',
  columns: {
    ...stored('number', 'color_id color_status'),
    ...stored('text', 'color_name color_code'),
    c_status: statusText('color_status'),
    ...stamps('color'),
  },
  stamped: 'color',
  save: {
    parameters: {
      uname: parameter('color_name', required('Name')),
      ucode: parameter('color_code', required('Color')),
      ustatus: statusParameter('color_status'),
    },
    unique: { color_name: (name) => `The color '${name}' exists already` },
  },
  remove: true,
};

export const notification: Table = {
  noun: 'notification',
  label: 'notification',
  table: 'notification',
  key: 'notification_id',
  columns: {
    ...stored('number', 'notification_id'),
    ...stored('choice', 'notification_type'),
    ...stored('text', 'notification_title notification_body notification_description'),
    ...stamps('notification'),
  },
  stamped: 'notification',
  save: {
    parameters: {
      utype: parameter('notification_type', required('Type')),
      utitle: parameter('notification_title', required('Title')),
      ubody: parameter('notification_body', required('Body', LONG_TEXT)),
      udescription: parameter('notification_description', required('Description', LONG_TEXT)),
    },
  },
  remove: true,
};
