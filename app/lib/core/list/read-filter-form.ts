import type { DeclaredInputs } from 'shared/form-reader/declared';
import { filterParams } from 'shared/list/filters';
import { writeRelativeDay } from 'shared/list/relative-days';
import { summaryParameters } from 'shared/list/summary/grammar';
import type { Column } from '../entities/column';
import type { EntityList } from '../entities/entity';

/** The parameters of a list that the form of its filters sends unchanged. */
const UNCHANGED = ['size', 'sort', 'cols', 'q', 'withdrawn', ...summaryParameters];
const SUFFIXES = ['how', 'text', 'low', 'high', 'days', 'none'];

/** Returns the inputs of the form with the filters of all columns of a list. */
export function listFilterInputs({ columns }: EntityList): DeclaredInputs {
  const names = columns.flatMap(({ field }) => SUFFIXES.map((suffix) => `${field}.${suffix}`));
  return { fields: [...UNCHANGED, ...names], repeated: columns.map(({ field }) => `${field}.in`) };
}

/** Returns the address parameters of a list with the posted filters, without validating them. */
export function readFilterForm({ columns }: EntityList, form: FormData): URLSearchParams {
  const params = new URLSearchParams();
  for (const name of UNCHANGED) if (form.has(name)) params.append(name, String(form.get(name)));
  for (const column of columns)
    for (const [name, value] of readField(column, form)) params.append(name, value);
  return params;
}

function readField({ field, kind }: Column, form: FormData): [string, string][] {
  const get = (suffix: string) => String(form.get(`${field}.${suffix}`) ?? '').trim();
  const isNone = get('none') === 'yes';
  // Rows that have a value and rows that have none are all rows, so no filter is needed.
  if (get('how') === 'some')
    return isNone ? [] : filterParams({ kind: 'empty', field, empty: false });
  const chosen = form
    .getAll(`${field}.in`)
    .map((value): [string, string] => [`${field}.in`, String(value)]);
  return [
    ...chosen,
    ...readCondition(field, kind, get),
    ...(isNone ? filterParams({ kind: 'empty', field, empty: true }) : []),
  ].filter(([, value]) => value !== '');
}

function readCondition(
  field: string,
  kind: Column['kind'],
  get: (suffix: string) => string,
): [string, string][] {
  switch (kind) {
    case 'choice':
      return [];
    case 'text':
      return [[get('how') === 'is' ? `${field}.is` : field, get('text')]];
    case 'number':
      return [
        [`${field}.min`, get('low')],
        [`${field}.max`, get('high')],
      ];
    case 'date': {
      const [from, to] = readDays(get);
      return [
        [`${field}.from`, from],
        [`${field}.to`, to],
      ];
    }
  }
}

/** Returns the limits of a range of days. If the number of days cannot be read, returns it as an invalid day. */
function readDays(get: (suffix: string) => string): [from: string, to: string] {
  const days = get('days');
  const how = get('how');
  if (!['last', 'ago', 'next', 'ahead'].includes(how)) return [get('low'), get('high')];
  if (days === '') return ['', ''];
  const toDay = (sign: 1 | -1) =>
    /^\d{1,4}$/.test(days) ? writeRelativeDay(sign * Number(days)) : days;
  switch (how) {
    case 'last':
      return [toDay(-1), 'today'];
    case 'ago':
      return ['', toDay(-1)];
    case 'next':
      return ['today', toDay(1)];
    default:
      return [toDay(1), ''];
  }
}
