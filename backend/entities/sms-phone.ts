import { expressionBuilder } from 'kysely';
import { smsPhone as declaration } from 'shared/entities/sms-phone';
import type { HostTables } from '../db/host-tables';
import { recordId } from '../wire/fields';
import { buildComputed } from './columns';
import { buildTable } from './declared-table';

export const smsPhone = buildTable(declaration, {
  columns: {
    sms_cat_name: buildComputed(
      'text',
      expressionBuilder<HostTables, 'sms_phone'>()
        .selectFrom('sms_category')
        .select('sms_category.sms_cat_name')
        .whereRef('sms_category.sms_cat_id', '=', 'sms_phone.sms_phone_category'),
    ),
  },
  save: {
    parameters: { ucategory: { column: 'sms_phone_category', schema: recordId('Category') } },
    async check(db, values) {
      // A form always has a category, but a record that is restored may have none.
      if (values.sms_phone_category === null) return undefined;
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
