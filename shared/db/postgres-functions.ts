import { type Kysely, sql } from 'kysely';
import { ORDER_MARKS } from '../list/text-key';

/**
 * The SQL of the function that folds case as JavaScript does, by the rules of Unicode without those of a language. The
 * function is a single expression, so that the engine can inline it.
 */
const fold = `
  create or replace function fold(text) returns text
  language sql immutable strict parallel safe
  return lower($1 collate "und-x-icu")`;

/** The SQL of the function that removes from a key what it contains only for its order, as `toSearchable` does. */
const unmarked = `
  create or replace function unmarked(text) returns text
  language sql immutable strict parallel safe
  return regexp_replace($1, '${ORDER_MARKS.source}', '', 'g')`;

/**
 * Creates the functions that queries and indexes call, or replaces those of an earlier version of the panel.
 */
export async function createFunctions<DB>(db: Kysely<DB>): Promise<void> {
  await sql.raw(fold).execute(db);
  await sql.raw(unmarked).execute(db);
}
