import { sql } from 'kysely';
import { LONG_TEXT, recordId, required } from '../fields';
import {
  alias,
  computed,
  parameter,
  stamps,
  statusParameter,
  statusText,
  stored,
  type Table,
} from './table';

export const smsCategory: Table = {
  noun: 'sms-category',
  label: 'SMS category',
  table: 'sms_category',
  key: 'sms_cat_id',
  columns: {
    ...stored('number', 'sms_cat_id sms_cat_status'),
    ...stored('text', 'sms_cat_name sms_cat_description'),
    c_status: statusText('sms_cat_status'),
    ...stamps('sms_cat'),
  },
  stamped: 'sms_cat',
  save: {
    parameters: {
      uname: parameter('sms_cat_name', required('Name')),
      udescription: parameter('sms_cat_description', required('Description', LONG_TEXT)),
      ustatus: statusParameter('sms_cat_status'),
    },
    unique: { sms_cat_name: (name) => `The SMS category '${name}' exists already` },
  },
  async remove(db, row) {
    const phones = await db
      .selectFrom('sms_phone')
      .select((eb) => eb.fn.countAll<number>().as('n'))
      .where('sms_phone_category', '=', Number(row.sms_cat_id))
      .executeTakeFirstOrThrow();
    const n = Number(phones.n);
    return n === 0
      ? undefined
      : `The SMS category '${row.sms_cat_name}' is used by ${n} ${n === 1 ? 'phone' : 'phones'} and cannot be deleted`;
  },
};

export const smsPhone: Table = {
  noun: 'sms-phone',
  label: 'SMS phone',
  table: 'sms_phone',
  key: 'sms_phone_id',
  columns: {
    ...stored('number', 'sms_phone_id sms_phone_category sms_phone_status'),
    ...stored('text', 'sms_phone_name sms_phone_number'),
    // Hosts differ in how they name the category's id.
    sms_cat_id: alias('number', 'sms_phone', 'sms_phone_category'),
    sms_cat_name: computed(
      'text',
      sql`(select sms_category.sms_cat_name from sms_category
        where sms_category.sms_cat_id = sms_phone.sms_phone_category)`,
    ),
    c_status: statusText('sms_phone_status'),
    ...stamps('sms_phone'),
  },
  stamped: 'sms_phone',
  save: {
    parameters: {
      uname: parameter('sms_phone_name', required('Phone name')),
      unumber: parameter('sms_phone_number', required('Phone number')),
      ucategory: parameter('sms_phone_category', recordId('Category')),
      ustatus: statusParameter('sms_phone_status'),
    },
    unique: { sms_phone_number: (number) => `The phone number '${number}' exists already` },
    async check(db, values) {
      const category = await db
        .selectFrom('sms_category')
        .select('sms_cat_id')
        .where('sms_cat_id', '=', Number(values.sms_phone_category))
        .executeTakeFirst();
      return category
        ? undefined
        : `The specified SMS category '${values.sms_phone_category}' could not be found`;
    },
  },
  remove: true,
};

/** Hosts name a message's fields in two ways (wire.md); this one answers both. */
export const smsMessage: Table = {
  noun: 'sms-message',
  label: 'SMS message',
  table: 'sms_message',
  key: 'sms_id',
  columns: {
    ...stored('number', 'sms_id sms_status'),
    ...stored('text', 'sms_content sms_description'),
    c_status: statusText('sms_status'),
    ...stamps('sms'),
    SMSMessage_id: alias('number', 'sms_message', 'sms_id'),
    SMSMessage_name: alias('text', 'sms_message', 'sms_content'),
    SMSMessage_code: alias('text', 'sms_message', 'sms_description'),
  },
  stamped: 'sms',
  save: {
    parameters: {
      uname: parameter('sms_content', required('Name', LONG_TEXT)),
      ucode: parameter('sms_description', required('Phone code')),
      ustatus: statusParameter('sms_status'),
    },
  },
  remove: true,
};

export const smsHistory: Table = {
  noun: 'sms-history',
  label: 'SMS history entry',
  table: 'sms_history',
  key: 'sms_history_id',
  columns: {
    ...stored('number', 'sms_history_id sms_history_status'),
    ...stored('text', 'sms_history_message sms_history_number sms_cat_name'),
    c_status: statusText('sms_history_status'),
    ...stored('text', 'sms_history_createuser'),
    ...stored('date', 'sms_history_createdate'),
  },
  remove: true,
};
