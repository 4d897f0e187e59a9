import type { getStore } from '../../app/lib/server/store.server';
import type { Database } from '../../backend/db/types';
import { byName } from '../../shared/db/types';

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
  db.deleteFrom('recovery_code').where('user', '=', 1);
  db.transaction().execute((transaction) =>
    // @ts-expect-error A transaction has the same tables.
    transaction.deleteFrom('import_rows').execute(),
  );
}

export function misnamesTheStoresTables(db: Store) {
  // @ts-expect-error There is no such table.
  db.selectFrom('sessions');
  // @ts-expect-error There is no such column.
  db.selectFrom('session').select('token');
  // @ts-expect-error It is a table of the host.
  db.selectFrom('user_account');
}

export function namesTablesThatADeclarationNames(db: Database, table: string, column: string) {
  // @ts-expect-error A string is possibly not the name of a table. Use `byName` for names that come from a declaration.
  db.selectFrom(table);
  return byName(db).selectFrom(table).select(column);
}
