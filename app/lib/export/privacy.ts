import type { Column } from '../core/entities/column';
import { isLeftOut, type Treatment, treatments } from '../core/entities/treatment';
import type { PrivacyLevel } from './privacy-levels';
import { MAX_SHIFT } from './pseudonyms/pseudonyms';

/** The privacy of a file. `plain` is for lists without personal data, whose users are not asked. */
export interface FilePrivacy {
  level: PrivacyLevel | 'plain';
  /** The words for the audit log, with a comma before them. Empty for plain lists. */
  words: string;
  /** The treatment of each chosen column, by field. Columns that are not in it are unchanged. */
  treatments: ReadonlyMap<string, Treatment>;
  /** The chosen columns that the file does not contain. */
  leftOut: readonly Pick<Column, 'field' | 'title'>[];
}

export const plainPrivacy: FilePrivacy = {
  ...{ level: 'plain', words: '', leftOut: [] },
  treatments: new Map(),
};

/** Returns the privacy of a full file. The reason becomes one line. */
export function buildFullPrivacy(reason: string): FilePrivacy {
  return { ...plainPrivacy, level: 'full', words: `, full, for the reason “${reason}”` };
}

/** Returns the privacy of a pseudonymised file of these columns. */
export function buildPseudonymisedPrivacy(
  chosen: readonly Column[],
  treated: ReadonlyMap<string, Treatment>,
  withTexts: boolean,
): FilePrivacy {
  return {
    level: 'pseudonymised',
    words: `, pseudonymised, ${withTexts ? 'with' : 'without'} free text`,
    treatments: treated,
    leftOut: chosen.filter(({ field }) => isLeftOut(treated.get(field) ?? 'unchanged')),
  };
}

/** Returns the lines of a readme about personal data. Returns none for a list without personal data. */
export function describePrivacy({ level, leftOut }: FilePrivacy): [title: string, text: string][] {
  if (level === 'plain') return [];
  if (level === 'full') return [['Personal data', 'full: no value was changed or left out']];
  const titles = leftOut.map(({ title }) => title);
  return [
    [
      'Personal data',
      'pseudonymised: a person has the same pseudonym in all pseudonymised files of this panel, until its key is changed',
    ],
    [
      'Shifted dates',
      `all dates of a person are shifted by the same number of days, up to ${MAX_SHIFT} to earlier or later days`,
    ],
    ...(titles.length > 0 ? [['Left out', titles.join(', ')] satisfies [string, string]] : []),
  ];
}

/** Returns the words of a codebook for what was done with a field. */
export function describeTreatment({ treatments: treated }: FilePrivacy, field: string): string {
  return treatments[treated.get(field) ?? 'unchanged'];
}
