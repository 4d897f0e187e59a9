/**
 * Reads and writes the part of a list's address that summarizes its rows (docs/lists.md):
 *
 *   ?by=peer_navigator  ?by=assessment_date.month  ?by=srh_prep_interest,peer_navigator&of=avg:duration
 *
 * None of these functions throws.
 */
import type { FieldKinds } from '../field-kinds';
import { type DateUnit, dateUnits } from './periods';

/** A field by whose values rows are grouped. Dates have a unit. */
export interface Grouping {
  field: string;
  unit?: DateUnit;
}

/** The figure of each group: its number of rows, its share of all rows, or a figure of a field of numbers. */
export type Figure =
  | { kind: 'count' }
  | { kind: 'share' }
  | { kind: 'sum' | 'avg' | 'min' | 'max'; field: string };

export interface Summary {
  by: readonly [Grouping] | readonly [Grouping, Grouping];
  of: Figure;
}

/**
 * The use of each field in summaries: its values or the periods of its dates are groups, or its numbers are figures.
 * `refused` fields could be grouped if they did not identify people.
 */
export type SummaryFields = Readonly<Record<string, 'value' | 'date' | 'number' | 'refused'>>;

interface ParsedSummary {
  /** Undefined if the address names no field to group by. */
  summary: Summary | undefined;
  /** The names of the parameters of which a part was ignored because it is not valid. */
  dropped: string[];
  /** The fields by which rows must not be grouped. */
  refused: string[];
}

/** The names of the parameters of a summary. */
export const summaryParameters = ['by', 'of'] as const;

const MAX_GROUPINGS = 2;
const DEFAULT_UNIT: DateUnit = 'month';
const figureKinds = ['sum', 'avg', 'min', 'max'] as const;

/** Returns the use of the fields of a list for a host, which does not know which fields identify people. */
export function getHostSummaryFields(kinds: FieldKinds): SummaryFields {
  return Object.fromEntries(
    Object.entries(kinds).map(([field, kind]) => [
      field,
      kind === 'date' || kind === 'number' ? kind : 'value',
    ]),
  );
}

/** Reads the summary from the parameters of a URL. Ignores parameters with an empty value. */
export function parseSummary(params: URLSearchParams, fields: SummaryFields): ParsedSummary {
  const dropped = new Set<string>();
  const refused = new Set<string>();
  const by: Grouping[] = [];
  const names = params.getAll('by').flatMap((value) => value.split(','));
  for (const name of new Set(names.map((one) => one.trim()).filter(Boolean))) {
    const grouping = parseGrouping(name, fields);
    if (grouping && fields[grouping.field] === 'refused') refused.add(grouping.field);
    else if (
      !grouping ||
      by.length === MAX_GROUPINGS ||
      by.some(({ field }) => field === grouping.field)
    )
      dropped.add('by');
    else by.push(grouping);
  }
  const of = params.get('of')?.trim() || undefined;
  const figure = of === undefined ? { kind: 'count' as const } : parseFigure(of, fields);
  const [first, second] = by;
  if (!figure || (of !== undefined && !first && refused.size === 0)) dropped.add('of');
  return {
    summary: first && {
      by: second ? [first, second] : [first],
      of: figure ?? { kind: 'count' },
    },
    dropped: [...dropped],
    refused: [...refused],
  };
}

/** Returns the URL parameters of a summary, from which `parseSummary` reads the same summary. */
export function summaryParams({ by, of }: Summary): [name: string, value: string][] {
  const figure = writeFigure(of);
  return [
    ['by', by.map(writeGrouping).join(',')],
    ...(figure === 'count' ? [] : [['of', figure] satisfies [string, string]]),
  ];
}

/** Returns a grouping as addresses contain it, such as `assessment_date.month`. */
export function writeGrouping({ field, unit }: Grouping): string {
  return unit ? `${field}.${unit}` : field;
}

/** Returns a figure as addresses contain it, such as `avg:duration`. */
export function writeFigure(figure: Figure): string {
  return 'field' in figure ? `${figure.kind}:${figure.field}` : figure.kind;
}

function parseGrouping(name: string, fields: SummaryFields): Grouping | undefined {
  if (Object.hasOwn(fields, name)) return toGrouping(name, undefined, fields);
  const dot = name.lastIndexOf('.');
  const field = name.slice(0, Math.max(dot, 0));
  const unit = dateUnits.find((candidate) => candidate === name.slice(dot + 1));
  return unit && Object.hasOwn(fields, field) ? toGrouping(field, unit, fields) : undefined;
}

function toGrouping(
  field: string,
  unit: DateUnit | undefined,
  fields: SummaryFields,
): Grouping | undefined {
  switch (fields[field]) {
    case 'date':
      return { field, unit: unit ?? DEFAULT_UNIT };
    case 'value':
      return unit ? undefined : { field };
    case 'refused':
      return { field };
    default:
      return undefined;
  }
}

function parseFigure(value: string, fields: SummaryFields): Figure | undefined {
  if (value === 'count' || value === 'share') return { kind: value };
  const [name, field = ''] = value.split(':', 2);
  const kind = figureKinds.find((candidate) => candidate === name);
  const isNumber = Object.hasOwn(fields, field) && fields[field] === 'number';
  return kind && isNumber ? { kind, field } : undefined;
}
