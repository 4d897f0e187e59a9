import { computeAge } from 'shared/compute-age';
import { toText } from 'shared/list/values';

/** The present day of the study, as `YYYY-MM-DD`, and its time zone. */
interface StudyDay {
  today: string;
  timeZone: string;
}

/** Returns the age on the present day of the study, such as '31 years'. Empty without a date of birth. */
export function describeAge(birthday: unknown, { today, timeZone }: StudyDay): string {
  if (toText(birthday).trim() === '') return '';
  const age = computeAge(birthday, today, timeZone);
  return age === undefined
    ? 'Not known: the date of birth cannot be read'
    : `${age} ${age === 1 ? 'year' : 'years'}`;
}
