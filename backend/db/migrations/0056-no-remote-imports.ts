import { type Kysely, type Migration, sql } from 'kysely';

/**
 * Drops the table of imports whose changes the panel requested from a remote host. Throws if changes have not been
 * requested yet, unless DISCARD_IMPORTED_CHANGES is on.
 */
export const noRemoteImports: Migration = {
  async up(db: Kysely<unknown>) {
    const { rows } = await sql<{
      open: number | string;
    }>`select count(*) as open from remote_import where state in ('sent', 'stored')`.execute(db);
    const open = Number(rows[0]?.open ?? 0);
    if (open > 0 && process.env.DISCARD_IMPORTED_CHANGES !== 'on')
      throw new Error(
        `The changes of ${open} ${open === 1 ? 'import' : 'imports'} of the API host are not in the history of records yet, and this version cannot request them. Start the earlier version until it has them, or set DISCARD_IMPORTED_CHANGES=on to go on without them.`,
      );
    await db.schema.dropTable('remote_import').execute();
  },
};
