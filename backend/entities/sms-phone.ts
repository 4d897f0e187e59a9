import { expressionBuilder, type RawBuilder, sql } from 'kysely';
import type { SqlValue } from 'shared/db/types';
import { smsPhone as declaration } from 'shared/entities/sms-phone';
import type { StudyTables } from '../db/study-tables';
import { buildTextKey } from '../db/text-keys';
import { recordId } from '../wire/fields';
import { buildComputed } from './columns';
import { buildTable } from './declared-table';

/** Returns a query for a value of the category that a phone belongs to. */
function selectFromCategory(value: RawBuilder<SqlValue>) {
  return expressionBuilder<StudyTables, 'sms_phone'>()
    .selectFrom('sms_category')
    .select(value.as('value'))
    .whereRef('sms_category.sms_cat_id', '=', 'sms_phone.sms_phone_category');
}

export const smsPhone = buildTable(declaration, {
  columns: {
    sms_cat_name: {
      ...buildComputed('text', selectFromCategory(sql.ref('sms_category.sms_cat_name'))),
      buildKey: (dialect) =>
        sql`${selectFromCategory(buildTextKey(dialect, 'sms_category', 'sms_cat_name'))}`,
    },
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
