import { expressionBuilder } from 'kysely';
import { smsCategory as smsCategoryDeclaration } from 'shared/entities/sms-category';
import { smsMessage as smsMessageDeclaration } from 'shared/entities/sms-message';
import { smsPhone as smsPhoneDeclaration } from 'shared/entities/sms-phone';
import type { HostTables } from '../db/host-tables';
import { recordId } from '../fields';
import { declaredTable } from './declared-table';
import { alias, computed, parameter } from './table';

export const smsCategory = declaredTable(smsCategoryDeclaration, {
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
});

export const smsPhone = declaredTable(smsPhoneDeclaration, {
  columns: {
    sms_cat_name: computed(
      'text',
      expressionBuilder<HostTables, 'sms_phone'>()
        .selectFrom('sms_category')
        .select('sms_category.sms_cat_name')
        .whereRef('sms_category.sms_cat_id', '=', 'sms_phone.sms_phone_category'),
    ),
  },
  save: {
    parameters: { ucategory: parameter('sms_phone_category', recordId('Category')) },
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
});

/** Hosts name a message's fields in two ways (wire.md); this one answers both. */
export const smsMessage = declaredTable(smsMessageDeclaration, {
  columns: {
    SMSMessage_id: alias('number', 'sms_message', 'sms_id'),
    SMSMessage_name: alias('text', 'sms_message', 'sms_content'),
    SMSMessage_code: alias('text', 'sms_message', 'sms_description'),
  },
});
