/** The table that had one name in both databases, and the panel's name of it in the study's database. */
export const RENAMED = { from: 'recovery_code', to: 'second_factor_code' } as const;

/** The names of the tables in which each database recorded its migrations. */
export const MIGRATION_TABLES = ['kysely_migration', 'kysely_migration_lock'];

/** Changes of imports that an earlier version has not collected yet, and only that version can. */
export const UNCOLLECTED = [
  { table: 'imported_change', column: 'job_id', condition: 'job_id is not null' },
  { table: 'remote_import', column: 'state', condition: "state in ('sent', 'stored')" },
] as const;

/**
 * Returns the sentence for the operator if changes of imports are not collected yet, unless the setting says that they
 * are discarded. Then the earlier version must still be able to start, so nothing may be converted.
 */
export function explainUncollected(count: number): string | undefined {
  if (count === 0 || process.env.DISCARD_IMPORTED_CHANGES === 'on') return undefined;
  return `Changes of imports have not been collected yet (${count}), and this version cannot collect them. Start the earlier version until they are, or set DISCARD_IMPORTED_CHANGES=on to delete them.`;
}
