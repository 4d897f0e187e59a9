import type { Row } from 'shared/list/memory';
import { toText } from 'shared/list/values';
import type { Column } from '../../core/entities/column';
import type { Entity } from '../../core/entities/entity';
import { getTreatment, isLeftOut, type Treatment } from '../../core/entities/treatment';
import { getAgeBand } from './age-band';
import type { Pseudonyms } from './pseudonyms';
import { shiftDate } from './shift-date';

/** The field with the day on which the age of a participant is computed. */
const ASSESSMENT = 'assessment_date';

/** The parts of a pseudonymised export of a list. */
interface Pseudonymisation {
  /** The columns of the file. */
  columns: Column[];
  /** The treatment of each column that the user has chosen, by field. */
  treatments: ReadonlyMap<string, Treatment>;
  /** The fields that rows must contain besides the columns. */
  also: readonly string[];
  /** True if a phone number must be followed to the study number of a participant. */
  needsPhones: boolean;
  /** Returns a row with the values of the file. `studyNumbers` are those of participants by phone number. */
  convert(row: Row, studyNumbers: ReadonlyMap<string, string>): Row;
}

/** Plans the pseudonymised export of columns of a list. `withTexts` is true if the user asked for free text. */
export function planPseudonymisation(
  entity: Entity,
  chosen: readonly Column[],
  pseudonyms: Pseudonyms,
  { withTexts, timeZone }: { withTexts: boolean; timeZone: string },
): Pseudonymisation {
  const all = entity.list.columns;
  const treated = chosen.map((column) => ({ column, treatment: getTreatment(column, withTexts) }));
  const kept = treated.filter(({ treatment }) => !isLeftOut(treatment));
  const study = all.find(({ holds }) => holds === 'study number')?.field;
  const phone = all.find(({ holds }) => holds === 'phone number')?.field;
  const hasAge = kept.some(({ treatment }) => treatment === 'age band');
  const hasDates = kept.some(({ treatment }) => treatment === 'shifted');
  const stored = kept.flatMap(({ column }) => column.storedIn ?? []);
  const findName = (row: Row, studyNumbers: ReadonlyMap<string, string>): string => {
    const number = study === undefined ? '' : toText(row[study]).trim();
    if (number) return `study number ${number}`;
    const dialled = phone === undefined ? '' : toText(row[phone]).trim();
    const known = studyNumbers.get(dialled);
    if (known) return `study number ${known}`;
    return dialled ? `phone ${dialled}` : `${entity.name} ${toText(row[entity.key])}`;
  };
  return {
    columns: kept.map(({ column, treatment }) => toFileColumn(column, treatment)),
    treatments: new Map(treated.map(({ column, treatment }) => [column.field, treatment])),
    also: [study, phone, hasAge ? ASSESSMENT : undefined].filter((field) => field !== undefined),
    needsPhones: study === undefined && phone !== undefined,
    convert(row, studyNumbers) {
      const name = findName(row, studyNumbers);
      const shift = hasDates ? pseudonyms.getShift(name) : 0;
      const toValue = ({ field }: Column, treatment: Treatment): unknown => {
        const text = toText(row[field]).trim();
        switch (treatment) {
          case 'person':
            return text && pseudonyms.getPerson(name);
          case 'record':
            return text && pseudonyms.getRecord(field === entity.key ? entity.name : field, text);
          case 'age band':
            return getAgeBand(row[field], row[ASSESSMENT], timeZone);
          case 'shifted':
            return shiftDate(row[field], shift, timeZone);
          default:
            return row[field];
        }
      };
      return Object.fromEntries([
        ...stored.map((field): [string, unknown] => [field, row[field]]),
        ...kept.map(({ column, treatment }) => [column.field, toValue(column, treatment)]),
      ]);
    },
  };
}

/** Returns a column as the file has it. Pseudonyms and age bands are texts that identify nobody. */
function toFileColumn(column: Column, treatment: Treatment): Column {
  switch (treatment) {
    case 'person':
    case 'record':
      return { ...column, identifying: false, kind: 'text', format: 'text' };
    case 'age band':
      return { ...column, title: 'Age band', identifying: false, kind: 'text', format: 'text' };
    default:
      return column;
  }
}
