import type { Column } from './column';
import type { EntityList } from './entity';

/** The things that a pseudonymised export can do with a column, with the words for the codebook. */
export const treatments = {
  unchanged: 'unchanged',
  person: 'replaced by a pseudonym of the person',
  record: 'replaced by a pseudonym of the record',
  'age band': 'replaced by the age band at the assessment',
  shifted: 'shifted by a secret number of days, the same for all dates of a person',
  text: 'unchanged free text, which may identify people',
  'no text': 'left out as free text',
  identifying: 'left out as identifying people',
  today: 'left out as depending on the present day, which would show the shift of dates',
} as const;

export type Treatment = keyof typeof treatments;

/** The treatments that leave a column out. */
const leavingOut: readonly Treatment[] = ['no text', 'identifying', 'today'];

export function isLeftOut(treatment: Treatment): boolean {
  return leavingOut.includes(treatment);
}

/** Returns what a pseudonymised export does with a column. `withTexts` is true if the user asked for free text. */
export function getTreatment(
  { holds, identifying, kind }: Pick<Column, 'holds' | 'identifying' | 'kind'>,
  withTexts: boolean,
): Treatment {
  switch (holds) {
    case 'study number':
    case 'phone number':
      return 'person';
    case 'record id':
      return 'record';
    case 'date of birth':
      return 'age band';
    case 'free text':
      return withTexts ? 'text' : 'no text';
    case 'days from today':
      return 'today';
    case undefined:
      if (identifying !== false) return 'identifying';
      return kind === 'date' ? 'shifted' : 'unchanged';
  }
}

/**
 * Returns whether the rows of a list contain personal data. Names of accounts alone do not count, so that lists such
 * as countries are exported as they are.
 */
export function isPersonal({ columns }: Pick<EntityList, 'columns'>): boolean {
  return columns.some(({ identifying }) => identifying === true);
}
