import { countryNames } from '../../shared/country-names';
import type { Words } from '../entities/table';
import { allTables } from '../tables';
import { administratorKeeper } from './administrator-keeper';
import type { ImportTable } from './import-table';

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

/** Returns the nouns whose records refer to records of a table. */
export function nounsThatReferTo(table: string): string[] {
  return Object.entries(rules).flatMap(([noun, { refersTo = {} }]) =>
    Object.values(refersTo).some((reference) => reference.table === table) ? [noun] : [],
  );
}
