import { type Kysely, sql } from 'kysely';

/**
 * Lower case as JavaScript has it, by Unicode's own rules and no country's; a one-line SQL function, so
 * that the engine sees through it.
 */
const fold = `
  create or replace function fold(text) returns text
  language sql immutable strict parallel safe
  return lower($1 collate "und-x-icu")`;

/** Makes the function that queries and indexes name; that of an older panel becomes this one. */
export async function createFunctions<DB>(db: Kysely<DB>): Promise<void> {
  await sql.raw(fold).execute(db);
}
