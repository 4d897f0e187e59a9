import { type Kysely, type Migration, sql } from 'kysely';

/**
 * Creates one table of jobs, and one of their parts, which replace those of bulk actions, exported files and imports
 * that wait. Their contents are copied as they are, encrypted. The reasons why bulk actions ended early are not copied.
 */
export const jobs: Migration = {
  async up(db: Kysely<unknown>) {
    await db.schema
      .createTable('job')
      .addColumn('token', 'varchar(64)', (column) => column.primaryKey())
      .addColumn('kind', 'varchar(16)', (column) => column.notNull())
      .addColumn('owner', 'text', (column) => column.notNull())
      .addColumn('username', 'text', (column) => column.notNull())
      .addColumn('subject', 'text', (column) => column.notNull())
      .addColumn('unique_key', 'text', (column) => column.unique())
      .addColumn('state', 'varchar(16)', (column) => column.notNull())
      .addColumn('content', 'text', (column) => column.notNull())
      .addColumn('result', 'text')
      .addColumn('done', 'integer', (column) => column.notNull())
      .addColumn('total', 'integer', (column) => column.notNull())
      .addColumn('runner', 'text')
      // Milliseconds since the epoch.
      .addColumn('created_at', 'bigint', (column) => column.notNull())
      .addColumn('expires_at', 'bigint', (column) => column.notNull())
      .execute();
    await db.schema
      .createIndex('job_owner')
      .on('job')
      .columns(['owner', 'kind', 'created_at'])
      .execute();
    await db.schema
      .createTable('job_part')
      .addColumn('token', 'varchar(64)', (column) =>
        column.notNull().references('job.token').onDelete('cascade'),
      )
      .addColumn('n', 'integer', (column) => column.notNull())
      .addColumn('content', 'text', (column) => column.notNull())
      .addColumn('outcome', 'text')
      .addColumn('note', 'text')
      .addPrimaryKeyConstraint('job_part_key', ['token', 'n'])
      .execute();
    await sql`insert into job
      select a.token, 'bulk', a.owner, '', a.entity,
        (select min('undo ' || b.token) from bulk_action b where b.undone_by = a.token),
        case when a.state = 'asked' then 'waiting' when a.state = 'running' then 'running'
          when a.ending is null then 'done' else 'failed' end,
        a.content, null, 0, 0, a.runner, a.created_at, a.created_at + 86400000
      from bulk_action a`.execute(db);
    await sql`insert into job_part
      select token, n, content, outcome, note from bulk_record`.execute(db);
    await sql`insert into job
      select token, 'export', owner, '', '', null,
        case state when 'making' then 'running' when 'ready' then 'done' else 'failed' end,
        content, result, rows_done, 0, runner, created_at, created_at + 86400000
      from exported_file`.execute(db);
    await sql`insert into job_part
      select token, n, content, null, null from exported_part`.execute(db);
    await sql`insert into job
      select token, 'import', username, '', list, null, 'running', report, null, 0, 0, null,
        created_at, created_at + 1800000
      from pending_import`.execute(db);
    await sql`insert into job_part
      select token, n, content, null, null from pending_import_part`.execute(db);
    for (const table of [
      ...['bulk_record', 'bulk_action', 'exported_part', 'exported_file'],
      ...['pending_import_part', 'pending_import'],
    ])
      await db.schema.dropTable(table).execute();
  },
};
