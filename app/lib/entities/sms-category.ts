import { date, id, name, status, text } from './columns';
import type { EntityWithForm } from './entity';
import { statusField, textArea, textField } from './fields';

export const smsCategory: EntityWithForm = {
  noun: 'sms-category',
  name: 'SMS category',
  plural: 'SMS Categories',
  key: 'sms_cat_id',
  label: 'sms_cat_name',
  canDelete: true,
  list: {
    path: '/sms-categories',
    source: 'sms-category/list',
    pageSize: 10,
    columns: [
      id('sms_cat_id'),
      name('sms_cat_name', 'Name'),
      text('sms_cat_description', 'Description'),
      status('c_status'),
      text('sms_cat_createuser', 'User', { priority: 4 }),
      date('sms_cat_createdate', 'Date'),
    ],
  },
  form: {
    fields: [
      textField('sms_cat_name', 'uname', 'Name', 'Name is required'),
      textArea('sms_cat_description', 'udescription', 'Description', 'Description is required'),
      statusField('c_status'),
    ],
  },
};
