import { countryNames } from '../../shared/country-names';
import type { Database, SqlRow } from '../db/types';
import type { Parameter, Table, Words } from '../nouns/table';
import { allTables } from '../tables';
import { administratorKeeper } from './administrator-keeper';

/** The rules of an entity's import beyond those of its table. */
export interface ImportTable {
  table: Table;
  /** The columns that identify a record if a row has no id; a new record needs the first of them. */
  natural: readonly string[];
  /** True if an import may rename records with a known id: a clinic, but no person. */
  renames?: boolean;
  /** Words for numbers, besides those of the table's own columns. */
  words?: Readonly<Record<string, Words>>;
  /** Columns that hold one text of a fixed list, with the end of the sentence about any other text. */
  lists?: Readonly<Record<string, { texts: readonly string[]; unknown: string }>>;
  /** Columns that hold fractions. */
  fractions?: readonly string[];
  /** Columns whose texts may be as long as rich text. */
  long?: readonly string[];
  /** Columns that name a record of another table by its id, or by its name in a column of this one. */
  refersTo?: Readonly<Record<string, Reference>>;
  /** Texts that only one record may have, in any of these columns. */
  distinct?: readonly { columns: readonly string[]; message: (text: string) => string }[];
  /** Checks rows in their order, each knowing what those before would do; instead of the check of a save. */
  checker?: (db: Database) => Promise<RowCheck>;
  /** The column that holds HTML, where the record has any. */
  html?: (values: SqlRow) => string | undefined;
}

/** Refuses what a row would make of a record by the text that it returns. */
export type RowCheck = (
  values: SqlRow,
  current: SqlRow | undefined,
  line: number,
) => string | undefined;

export interface Reference {
  table: string;
  key: string;
  /** The name in that table, and the column of this one that shows it. */
  named?: { name: string; shownAs: string };
}

const yesNo: Words = { Yes: 1, No: 2 };
const services = ['contraception', 'prep', 'abortion', 'menstrual', 'sti', 'art'];

/** The rules of imports that are the host's own; the others stand in the declarations. */
const rules: Readonly<Record<string, Omit<ImportTable, 'table' | 'natural' | 'renames'>>> = {
  user: {
    words: { user_role: { Administrator: 1, Researcher: 2 } },
    distinct: [
      {
        columns: ['user_username', 'user_email'],
        message: (name) => `The name '${name}' belongs to another user`,
      },
    ],
    checker: administratorKeeper,
  },
  facility: {
    words: Object.fromEntries(services.map((service) => [`facility_${service}`, yesNo])),
    html: () => 'facility_content',
  },
  resource: {
    html: ({ resource_type }) => (resource_type === 2 ? undefined : 'resource_content'),
  },
  country: {
    lists: { country_name: { texts: countryNames, unknown: 'is not the name of a country' } },
  },
  analytic: { long: ['result'] },
  'quiz-attempt': {
    fractions: ['attempt_score'],
    long: ['attempt_answers'],
    refersTo: { attempt_quiz: { table: 'quiz', key: 'quiz_id' } },
  },
  'sms-phone': {
    refersTo: {
      sms_phone_category: {
        table: 'sms_category',
        key: 'sms_cat_id',
        named: { name: 'sms_cat_name', shownAs: 'sms_cat_name' },
      },
    },
    // A save asks only whether the category exists, as every reference is asked.
    checker: async () => () => undefined,
  },
};

/** How rows of this noun are imported; undefined for files and the audit trail, which are not. */
export function importTable(noun: string): ImportTable | undefined {
  const table = allTables().find((candidate) => candidate.noun === noun);
  if (!table?.import) return undefined;
  return { table, ...table.import, ...(Object.hasOwn(rules, noun) ? rules[noun] : undefined) };
}

/** The rule of a save for a column. */
export function findRule({ table }: ImportTable, column: string): Parameter | undefined {
  return Object.values(table.save?.parameters ?? {}).find((rule) => rule.column === column);
}

/** Returns the nouns whose records refer to records of a table. */
export function nounsThatReferTo(table: string): string[] {
  return Object.entries(rules).flatMap(([noun, { refersTo = {} }]) =>
    Object.values(refersTo).some((reference) => reference.table === table) ? [noun] : [],
  );
}
