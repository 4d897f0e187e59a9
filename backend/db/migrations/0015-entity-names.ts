import { type Kysely, type Migration, PostgresAdapter, sql } from 'kysely';

/** The former and the new names of the tables that were not named as their entities. */
const names = [
  ['followup', 'follow_up'],
  ['study_followup', 'study_follow_up'],
  ['peer', 'linked_participant'],
] as const;

/**
 * Gives tables the names of their entities, and the column for the name of an entity in paths of the host the name that
 * code has for it. Removes the triggers for derived fields, because PostgreSQL keeps the former
 * names in the text of their functions. The next start creates these triggers and the indexes of lists again.
 */
export const entityNames: Migration = {
  async up(db: Kysely<unknown>) {
    const onPostgres = db.getExecutor().adapter instanceof PostgresAdapter;
    const triggers = onPostgres
      ? sql<{ name: string }>`select proname as name from pg_proc
          where pronamespace = current_schema()::regnamespace and proname ~ '^derived_[0-9]+$'`
      : sql<{ name: string }>`select name from sqlite_master
          where type = 'trigger' and name glob 'derived_[0-9]*'`;
    for (const { name } of (await triggers.execute(db)).rows)
      await (onPostgres
        ? sql`drop function ${sql.id(name)}() cascade`
        : sql`drop trigger ${sql.id(name)}`
      ).execute(db);
    for (const [former, name] of names) {
      await db.schema.alterTable(former).renameTo(name).execute();
      await sql`update import_text set claimed_table = ${name} where claimed_table = ${former}`.execute(
        db,
      );
    }
    await db.schema.alterTable('import_job').renameColumn('noun', 'wire_name').execute();
  },
};
