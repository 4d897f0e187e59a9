import type { Kysely } from 'kysely';

/** A value of a column. */
export type SqlValue = string | number | null;

/** A database whose tables are named at run time, from declarations only. */
export type Database = Kysely<Record<string, Record<string, SqlValue>>>;

/** A row as the database or the wire has it. */
export type SqlRow = Record<string, SqlValue>;
