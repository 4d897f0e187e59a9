import { asText } from 'shared/list/values';
import { fetchOptions } from '../form/fetch-options.server';
import { date, id, name, status, text } from './columns';
import type { EntityWithForm } from './entity';
import { selectField, statusField, telField, textField } from './fields';
import { smsCategory } from './sms-category';

export const smsPhone: EntityWithForm = {
  noun: 'sms-phone',
  name: 'SMS phone',
  plural: 'SMS Phones',
  key: 'sms_phone_id',
  label: 'sms_phone_name',
  canDelete: true,
  // Hosts name the category by one of three fields; the form wants its id.
  read: (row) => ({
    ...row,
    sms_cat_id: asText(row.sms_cat_id) || asText(row.sms_phone_category) || row.sms_cat_name,
  }),
  list: {
    path: '/sms-phones',
    source: 'sms-phone/list',
    pageSize: 10,
    columns: [
      id('sms_phone_id'),
      name('sms_phone_name', 'Name'),
      text('sms_phone_number', 'Number', { priority: 2 }),
      text('sms_cat_name', 'Category'),
      status('c_status'),
      text('sms_phone_lastupdateuser', 'User', { priority: 4 }),
      date('sms_phone_createdate', 'Date'),
    ],
  },
  form: {
    fields: [
      textField('sms_phone_name', 'uname', 'Name', 'Phone name is required'),
      telField('sms_phone_number', 'unumber', 'Number', 'Phone number is required'),
      selectField('sms_cat_id', 'ucategory', 'Category', [], 'Category is required', {
        loadOptions: () => fetchOptions(smsCategory),
      }),
      statusField('c_status'),
    ],
  },
};
