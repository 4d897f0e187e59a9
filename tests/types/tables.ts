import type { getStore } from '../../app/lib/core/server/store.server';
import type { EntityTable } from '../../backend/db/tables/entity-table';
import type { Database } from '../../backend/db/types';
import { byName } from '../../shared/db/types';
import type { country } from '../../shared/entities/country';
import type { Field } from '../../shared/entities/field';

type Store = Awaited<ReturnType<typeof getStore>>;

/** Checked by `tsc` and never run: each of these mistakes fails to compile. */
export function misnamesTheHostsTables(db: Database) {
  // @ts-expect-error There is no such table.
  db.insertInto('user_acount');
  // @ts-expect-error There is no such table.
  db.selectFrom('users');
  // @ts-expect-error There is no such column.
  db.selectFrom('user_account').select('user_name');
  // @ts-expect-error The column holds numbers.
  db.selectFrom('user_account').where('user_role', '=', 'Administrator');
  // @ts-expect-error There is no such column in the form that navigators upload.
  db.insertInto('participant').values({ study_no: 'S-00001' });
  // @ts-expect-error There is no such column.
  db.updateTable('chain_head').set({ last_entry: 1 });
  // @ts-expect-error The column is never null.
  db.updateTable('import_job').set({ state: null });
  // @ts-expect-error A phone has a number.
  db.insertInto('phone').values({ phone_name: 'Mwansa' });
  // @ts-expect-error The database layer writes the sortable value of a date; other code cannot set it.
  db.updateTable('phone').set({ phone_createdate_sortable: '2024-01-01' });
  // @ts-expect-error There is no such column.
  db.deleteFrom('second_factor_code').where('user', '=', 1);
  db.transaction().execute((transaction) =>
    // @ts-expect-error A transaction has the same tables.
    transaction.deleteFrom('import_rows').execute(),
  );
}

/** The columns of entities follow from the declarations. */
export function misusesDeclaredColumns(db: Database) {
  // @ts-expect-error The table has the code of the status, `country_status`. Its word is computed.
  db.selectFrom('country').select('c_status');
  // @ts-expect-error The code of a choice is a number.
  db.updateTable('country').set({ country_status: 'Active' });
  // @ts-expect-error A choice without a code is a text.
  db.updateTable('phone').set({ p_source: 1 });
  // @ts-expect-error A number is not a text.
  db.updateTable('facility').set({ facility_lat: '-15.4' });
  // @ts-expect-error The host derives the number of follow-ups.
  db.selectFrom('participant').select('n_followups');
  // @ts-expect-error The host computes the number of participants.
  db.selectFrom('peer_navigator').select('n_participants');
  // @ts-expect-error Both inputs for the content of a resource are stored in `resource_content`.
  db.updateTable('resource').set({ resource_items: '[]' });
  // @ts-expect-error A text has no sortable value.
  db.selectFrom('participant').select('study_number_sortable');
  // @ts-expect-error The log has no sortable values.
  db.selectFrom('audit_entry').select('audit_date_sortable');
  // @ts-expect-error The rules of a table name declared fields only.
  type Misnamed = EntityTable<typeof country, { notNull: 'country_nam' }>;
  // @ts-expect-error A field whose kind the compiler does not know has no usable column.
  const untyped: EntityTable<Untyped>['name'] = 'Zambia';
  return db
    .selectFrom('participant')
    .select(['birthday_sortable', 'derived_sign'])
    .where('history_hiv_last_refil', '=', '2024-01-01')
    .execute()
    .then((rows): Misnamed | typeof untyped | (string | null)[] =>
      rows.map(({ birthday_sortable }) => birthday_sortable),
    );
}

interface Untyped {
  key: 'id';
  fields: { id: Field; name: Field };
}

export function misnamesThePanelsTables(db: Store) {
  // @ts-expect-error There is no such table.
  db.selectFrom('sessions');
  // @ts-expect-error There is no such column.
  db.selectFrom('session').select('token');
}

export function namesTablesThatADeclarationNames(db: Database, table: string, column: string) {
  // @ts-expect-error A string is possibly not the name of a table. Use `byName` for names that come from a declaration.
  db.selectFrom(table);
  return byName(db).selectFrom(table).select(column);
}
