import { expressionBuilder } from 'kysely';
import { smsPhone as declaration } from 'shared/entities/sms-phone';
import type { HostTables } from '../db/host-tables';
import { recordId } from '../wire/fields';
import { declaredTable } from './declared-table';
import { computed, parameter } from './table';

export const smsPhone = declaredTable(declaration, {
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
