import { date, id, name, status, text } from './columns';
import type { EntityWithForm } from './entity';
import { longTextField, statusField, telField, textArea, textField } from './fields';

export const pfacility: EntityWithForm = {
  noun: 'pfacility',
  name: 'peer navigator facility',
  plural: 'PN Facilities',
  key: 'pfacility_id',
  label: 'pfacility_name',
  canDelete: true,
  list: {
    path: '/peer-navigator-facilities',
    source: 'pfacility/list',
    pageSize: 10,
    columns: [
      id('pfacility_id'),
      name('pfacility_name', 'Name'),
      text('pfacility_services', 'Services', { priority: 2 }),
      text('pfacility_hours', 'Work Hours'),
      text('pfacility_names', 'Contact'),
      text('pfacility_contact', 'Phone', { priority: 4 }),
      status('f_status'),
      date('pfacility_createdate', 'Date', { priority: 5 }),
    ],
  },
  form: {
    fields: [
      textField('pfacility_name', 'uname', 'Name', 'Name is required'),
      textArea('pfacility_services', 'uservices', 'Services'),
      longTextField('pfacility_hours', 'uhours', 'Work hours'),
      textField('pfacility_names', 'unames', 'Contact'),
      telField('pfacility_contact', 'ucontact', 'Phone'),
      statusField('f_status'),
    ],
  },
};
