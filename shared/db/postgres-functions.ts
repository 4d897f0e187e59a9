import { type Kysely, sql } from 'kysely';

/**
 * The SQL of the function that folds case as JavaScript does, by the rules of Unicode without those of a language. The
 * function is a single expression, so that the engine can inline it.
 */
const fold = `
  create or replace function fold(text) returns text
  language sql immutable strict parallel safe
  return lower($1 collate "und-x-icu")`;

/**
 * Creates the functions that queries and indexes call, or replaces those of an earlier version of the panel.
 */
export async function createFunctions<DB>(db: Kysely<DB>): Promise<void> {
  await sql.raw(fold).execute(db);
}
