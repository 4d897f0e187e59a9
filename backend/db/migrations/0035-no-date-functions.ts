import { type Kysely, type Migration, PostgresAdapter, sql } from 'kysely';

/** Removes the SQL functions for dates, which earlier versions created in every schema. */
export const noDateFunctions: Migration = {
  async up(db: Kysely<unknown>) {
    if (!(db.getExecutor().adapter instanceof PostgresAdapter)) return;
    for (const name of ['study_time', 'odd_study_time'])
      await sql`drop function if exists ${sql.id(name)}(text, text)`.execute(db);
  },
};
