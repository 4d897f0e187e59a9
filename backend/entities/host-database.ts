import { getDialect } from 'shared/db/dialect-of';
import { DEFAULT_LOCALE } from 'shared/list/text-key';
import { type DatedTables, SortableDates } from '../db/sortable-dates';
import { type KeyedTables, TextKeys } from '../db/text-keys';
import type { Database } from '../db/types';
import { linkedParticipant } from './linked-participant';
import type { Table } from './table';
import { getAllTables } from './tables';

/**
 * Returns the database for statements that also store the sortable values of the dates that they write, in the study's
 * time zone, and the keys of their texts, in the study's language.
 */
export function withStoredKeys(db: Database, timeZone: string, locale = DEFAULT_LOCALE): Database {
  return db
    .withPlugin(new SortableDates(datedTables, timeZone))
    .withPlugin(new TextKeys(getDialect(db), keyedTables, locale));
}

/** Returns the tables that store a sortable value for each of their dates. */
export function findDatedTables(tables: readonly Table[]): DatedTables {
  return new Map(
    tables.flatMap(({ table, key, columns, appendOnly }) => {
      const dates = Object.entries(columns).flatMap(([name, { kind, sql }]) =>
        kind === 'date' && sql === undefined ? [name] : [],
      );
      return dates.length === 0 || appendOnly ? [] : [[table, { key, dates }]];
    }),
  );
}

/** Returns the tables that store keys of their texts and choices. */
export function findKeyedTables(tables: readonly Table[]): KeyedTables {
  return new Map(
    tables.flatMap(({ table, key, columns, appendOnly }) => {
      const texts = Object.entries(columns).flatMap(([name, { kind, sql }]) =>
        (kind === 'text' || kind === 'choice') && sql === undefined ? [name] : [],
      );
      return texts.length === 0 ? [] : [[table, { key, texts, appendOnly }]];
    }),
  );
}

/** The tables of the host that store a sortable value for each of their dates. */
export const datedTables = findDatedTables([...getAllTables(), linkedParticipant]);

/** The tables of the host that store keys of their texts. */
export const keyedTables = findKeyedTables([...getAllTables(), linkedParticipant]);
