import { smsCategory as declaration } from 'shared/entities/sms-category';
import { buildTable } from './declared-table';

export const smsCategory = buildTable(declaration, {
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
