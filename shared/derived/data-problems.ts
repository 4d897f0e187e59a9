import type { Bands } from '../bands';
import { normalizeDate, toText } from '../list/values';

/**
 * The values of `data_problem` of participants. A record with several problems has the first of them. Study numbers that
 * differ only in their spelling (`readSpelling`) are duplicates.
 */
export const participantProblems = [
  'duplicate study number',
  'impossible date',
  'future date',
  'none',
] as const;

/** The values of `data_problem` of follow-ups, in the same order of precedence. */
export const followUpProblems = [
  'no participant',
  'impossible date',
  'future date',
  'none',
] as const;

/** The dates of a record: of events that have happened, and of planned ones, which may be in the future. */
export interface CheckedDates {
  past: readonly string[];
  planned: readonly string[];
}

const visitDates: CheckedDates = {
  past: [
    'record_upload_date',
    'srh_contraception_information_app_sent_date',
    'srh_prep_information_app_sent_date',
  ],
  planned: [
    'srh_contraception_find_schedule_facility_yes_date',
    'srh_contraception_find_schedule_facility_no_date',
    'srh_prep_find_schedule_facility_yes_date',
    'srh_prep_find_schedule_facility_no_date',
  ],
};

export const participantDates: CheckedDates = {
  past: [
    'assessment_date',
    'birthday',
    'history_hiv_prep_last_refil',
    'history_hiv_last_refil',
    ...visitDates.past,
  ],
  planned: ['next_date', ...visitDates.planned],
};

export const followUpDates: CheckedDates = {
  past: visitDates.past,
  planned: ['next_checkin_date', ...visitDates.planned],
};

/** No date of a record can be before this day. */
export const FIRST_VALID_DAY = '1900-01-01';

/**
 * The signs of problems that do not depend on the present day. They sort after all days. The sign of a record without
 * such a problem is the latest of its days that should not be in the future.
 */
export const signs = { identity: 'X', date: 'Y' } as const;

/**
 * Returns the sign of a record's problem. `hasIdentityProblem` is true if the study number of a participant is not
 * unique, or if the one of a follow-up has no participant. A date is impossible if it cannot be read or is before
 * FIRST_DAY.
 */
export function findSign(
  row: Readonly<Record<string, unknown>>,
  { past, planned }: CheckedDates,
  hasIdentityProblem: boolean,
  timeZone: string,
): string | null {
  if (hasIdentityProblem) return signs.identity;
  let latest: string | null = null;
  for (const [fields, isPast] of [
    [past, true],
    [planned, false],
  ] as const)
    for (const field of fields) {
      if (toText(row[field]) === '') continue;
      const date = normalizeDate(row[field], timeZone);
      if (date === null || date < FIRST_VALID_DAY) return signs.date;
      const day = date.slice(0, FIRST_VALID_DAY.length);
      if (isPast && (latest === null || day > latest)) latest = day;
    }
  return latest;
}

/** Returns the problems by their signs. */
export function getProblemBands(
  [identity, date, future, none]: typeof participantProblems | typeof followUpProblems,
  today: string,
): Bands {
  return {
    bands: [
      { label: identity, from: signs.identity, to: signs.identity },
      { label: date, from: signs.date, to: signs.date },
      { label: none, to: today },
      // This text sorts between today and the next day.
      { label: future, from: `${today}!`, to: '9999-12-31' },
    ],
    otherwise: none,
  };
}
