import type { Kysely } from 'kysely';
import type { StudyTables } from './study-tables';

/** The study's database. Code that names a table or column which does not exist fails to compile. */
export type Database = Kysely<StudyTables>;
