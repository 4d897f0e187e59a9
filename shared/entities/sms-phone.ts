import { defineEntity } from './declaration';
import { code, nameText, PHONE_EXAMPLE, phoneNumber, status } from './fields';
import { id, savedAt, savedBy, shown } from './shown-fields';

export const smsPhone = defineEntity({
  name: 'sms-phone',
  singular: 'SMS phone',
  title: 'SMS Phones',
  key: 'sms_phone_id',
  label: 'sms_phone_name',
  lead: ['sms_phone_name', 'sms_phone_number', 'sms_cat_name', 'c_status'],
  fields: {
    sms_phone_id: id(),
    sms_phone_name: nameText({
      wire: 'uname',
      label: 'Name',
      required: 'Phone name is required',
      identifying: true,
    }),
    sms_phone_number: phoneNumber({
      wire: 'unumber',
      label: 'Number',
      required: 'Phone number is required',
      hint: PHONE_EXAMPLE,
      priority: 2,
      identifying: true,
      holds: 'phone number',
    }),
    sms_cat_name: shown('Category', { identifying: false, follows: 'sms_cat_id' }),
    c_status: status('sms_phone_status'),
    sms_phone_lastupdateuser: savedBy({ priority: 4 }),
    sms_phone_createdate: savedAt(),
    // The options are the SMS categories of the host. The panel loads them when it opens the form.
    sms_cat_id: {
      ...code(
        'select',
        { wire: 'ucategory', label: 'Category', required: 'Category is required' },
        [],
      ),
      storedIn: 'sms_phone_category',
    },
  },
  stamps: { prefix: 'sms_phone' },
  unique: { sms_phone_number: (number) => `The phone number '${number}' exists already` },
  path: '/sms-phones',
  pageSize: 10,
  form: ['sms_phone_name', 'sms_phone_number', 'sms_cat_id', 'c_status'],
  deletable: true,
  import: { natural: ['sms_phone_number'] },
});
