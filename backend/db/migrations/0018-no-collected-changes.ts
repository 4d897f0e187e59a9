import { type Kysely, type Migration, sql } from 'kysely';

/**
 * Drops the columns for changes of imports that their callers collected over HTTP. Throws if there are such changes,
 * unless DISCARD_IMPORTED_CHANGES is on. It then deletes them.
 */
export const noCollectedChanges: Migration = {
  async up(db: Kysely<unknown>) {
    const { rows } = await sql<{
      open: number | string;
    }>`select count(*) as open from imported_change where job_id is not null`.execute(db);
    const open = Number(rows[0]?.open ?? 0);
    if (open > 0 && process.env.DISCARD_IMPORTED_CHANGES !== 'on')
      throw new Error(
        `A panel has not collected ${open} ${open === 1 ? 'change' : 'changes'} by imports yet, and this version of the API host does not return them. Start the earlier version and the panel until they are collected, or set DISCARD_IMPORTED_CHANGES=on to delete them.`,
      );
    await sql`delete from imported_change where job_id is not null`.execute(db);
    await db.schema.dropIndex('imported_change_job').execute();
    await db.schema.alterTable('imported_change').dropColumn('job_id').execute();
    await db.schema.alterTable('import_job').dropColumn('caller_collects').execute();
  },
};
