import { getAllTables } from '../entities/tables';
import { makeAdministratorKeeper } from './administrator-keeper';
import type { ImportTable } from './import-table';

/** The import rules that the host adds to those of the declarations, by the entity's name in paths. */
const rules: Readonly<Record<string, Omit<ImportTable, 'table' | 'natural' | 'renames'>>> = {
  user: {
    distinct: [
      {
        columns: ['user_username', 'user_email'],
        message: (name) => `The name '${name}' belongs to another user`,
      },
    ],
    checker: makeAdministratorKeeper,
  },
  facility: {
    html: () => 'facility_content',
  },
  resource: {
    html: ({ resource_type }) => (resource_type === 2 ? undefined : 'resource_content'),
  },
  country: {
    unknown: { country_name: 'is not the name of a country' },
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
    // Replaces the check of a save, which only checks that the category exists. Imports check all references
    // themselves.
    checker: async () => () => undefined,
  },
};

/** Returns the import rules of an entity, or undefined if it cannot be imported, such as uploads and logs. */
export function importTable(wireName: string): ImportTable | undefined {
  const table = getAllTables().find((candidate) => candidate.wireName === wireName);
  if (!table?.import) return undefined;
  return {
    table,
    ...table.import,
    ...(Object.hasOwn(rules, wireName) ? rules[wireName] : undefined),
  };
}

/** Returns the wire names of the entities whose records refer to records of a table. */
export function listReferringEntities(table: string): string[] {
  return Object.entries(rules).flatMap(([wireName, { refersTo = {} }]) =>
    Object.values(refersTo).some((reference) => reference.table === table) ? [wireName] : [],
  );
}
