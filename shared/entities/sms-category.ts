import { defineEntity } from './declaration';
import { nameText, status, textArea } from './fields';
import { id, savedAt, savedBy } from './shown-fields';

export const smsCategory = defineEntity({
  name: 'sms-category',
  singular: 'SMS category',
  title: 'SMS Categories',
  key: 'sms_cat_id',
  label: 'sms_cat_name',
  fields: {
    sms_cat_id: id(),
    sms_cat_name: nameText({
      wire: 'uname',
      label: 'Name',
      required: 'Name is required',
      identifying: false,
    }),
    sms_cat_description: textArea({
      wire: 'udescription',
      label: 'Description',
      required: 'Description is required',
      wide: true,
      identifying: false,
    }),
    c_status: status('sms_cat_status'),
    sms_cat_createuser: savedBy({ priority: 4 }),
    sms_cat_createdate: savedAt(),
  },
  stamps: { prefix: 'sms_cat' },
  unique: { sms_cat_name: (name) => `The SMS category '${name}' exists already` },
  path: '/sms-categories',
  pageSize: 10,
  form: ['sms_cat_name', 'sms_cat_description', 'c_status'],
  deletable: true,
  import: { natural: ['sms_cat_name'], renames: true },
});
