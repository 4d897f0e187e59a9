import {
  content,
  decimal,
  flag,
  LONG_TEXT,
  oneOf,
  optional,
  optionalEmail,
  required,
} from '../fields';
import { parameter, stamps, statusParameter, statusText, stored, type Table } from './table';

const services = ['contraception', 'prep', 'abortion', 'menstrual', 'sti', 'art'] as const;

export const facility: Table = {
  noun: 'facility',
  label: 'facility',
  table: 'facility',
  key: 'facility_id',
  columns: {
    ...stored('number', 'facility_id facility_status facility_lat facility_lon'),
    ...stored('number', services.map((service) => `facility_${service}`).join(' ')),
    ...stored('text', 'facility_name facility_address facility_tollfree facility_whatsapp'),
    ...stored('text', 'facility_email facility_website facility_phone'),
    ...stored('text', 'facility_content facility_thumbnailUrl'),
    f_status: statusText('facility_status'),
    ...stamps('facility'),
  },
  stamped: 'facility',
  save: {
    parameters: {
      uname: parameter('facility_name', required('Name')),
      uaddress: parameter('facility_address', required('Address', LONG_TEXT)),
      utollfree: parameter('facility_tollfree', optional('Toll-free')),
      uwhatsapp: parameter('facility_whatsapp', optional('WhatsApp')),
      uemail: parameter('facility_email', optionalEmail('Email')),
      uwebsite: parameter('facility_website', optional('Website', LONG_TEXT)),
      uphone: parameter('facility_phone', optional('Phone')),
      ...Object.fromEntries(
        services.map((name) => [
          `u${name}`,
          parameter(`facility_${name}`, flag(`Service ${name}`)),
        ]),
      ),
      ulat: parameter('facility_lat', decimal('Latitude', -90, 90)),
      ulon: parameter('facility_lon', decimal('Longitude', -180, 180)),
      uthumbnail: parameter('facility_thumbnailUrl', optional('Thumbnail', LONG_TEXT)),
      ucontent: parameter('facility_content', content('Content')),
      ustatus: statusParameter('facility_status'),
    },
  },
  remove: true,
};

export const pfacility: Table = {
  noun: 'pfacility',
  label: 'peer navigator facility',
  table: 'pfacility',
  key: 'pfacility_id',
  columns: {
    ...stored('number', 'pfacility_id pfacility_status'),
    ...stored('text', 'pfacility_name pfacility_services pfacility_hours'),
    ...stored('text', 'pfacility_names pfacility_contact'),
    f_status: statusText('pfacility_status'),
    ...stamps('pfacility'),
  },
  stamped: 'pfacility',
  save: {
    parameters: {
      uname: parameter('pfacility_name', required('Name')),
      uservices: parameter('pfacility_services', optional('Services', LONG_TEXT)),
      uhours: parameter('pfacility_hours', optional('Work hours', LONG_TEXT)),
      unames: parameter('pfacility_names', optional('Contact')),
      ucontact: parameter('pfacility_contact', optional('Phone')),
      ustatus: statusParameter('pfacility_status'),
    },
  },
  remove: true,
};

export const resource: Table = {
  noun: 'resource',
  label: 'resource',
  table: 'resource',
  key: 'resource_id',
  columns: {
    ...stored('number', 'resource_id resource_type resource_status'),
    ...stored('text', 'resource_name resource_description resource_url'),
    ...stored('text', 'resource_thumbnailUrl resource_content'),
    r_type: statusText('resource_type', ['Standard', 'Interactive']),
    r_status: statusText('resource_status'),
    ...stamps('resource'),
  },
  stamped: 'resource',
  save: {
    parameters: {
      uname: parameter('resource_name', required('Name')),
      udescription: parameter('resource_description', required('Description', LONG_TEXT)),
      uurl: parameter('resource_url', optional('URL', LONG_TEXT)),
      uthumbnail: parameter('resource_thumbnailUrl', optional('Thumbnail', LONG_TEXT)),
      ustatus: statusParameter('resource_status'),
      utype: parameter('resource_type', oneOf('Type', [1, 2])),
      ucontent: parameter('resource_content', content('Content')),
    },
  },
  remove: true,
};
