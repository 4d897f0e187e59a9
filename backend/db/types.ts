import type { Kysely } from 'kysely';
import type { HostTables } from './host-tables';

/** The host's database. Code that names a table or column which does not exist fails to compile. */
export type Database = Kysely<HostTables>;
