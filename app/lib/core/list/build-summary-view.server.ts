import { stamp } from 'shared/db/clock';
import { buildIn, type Filter, filterParams } from 'shared/list/filters';
import { formatDate } from 'shared/list/format-date';
import { resolveDay } from 'shared/list/relative-days';
import { type Aggregate, getFigure, merge } from 'shared/list/summary/aggregate';
import type { Group } from 'shared/list/summary/choose-groups';
import type { Grouping, Summary } from 'shared/list/summary/grammar';
import { getToday } from 'shared/list/today';
import type { Entity } from '../entities/entity';
import { isHiddenParameter } from '../entities/hidden-filters';
import { getFieldKinds } from '../entities/list-fields';
import { mask } from '../masking/mask.server';
import { config } from '../server/config.server';
import { buildListSearch, type ListState } from './list-state';
import type { FoundSummary } from './summary-cache.server';
import type { SummaryCell, SummaryGroup, SummaryLinks, SummaryTable } from './summary-view';
import {
  describeFigure,
  describeGrouping,
  describeSummary,
  findUnit,
  nameGroups,
  shortenPeriod,
} from './summary-words';

/** Builds the table of a summary with the links to the rows of its cells. */
export function buildSummaryTable(
  entity: Entity,
  state: ListState,
  { by, of }: Summary,
  { result, at }: FoundSummary,
): SummaryTable {
  const { list } = entity;
  const [first, second] = by;
  const all = merge(result.cells.flat());
  const toCell = (aggregate: Aggregate): SummaryCell => [
    getFigure(aggregate, of, all.rows),
    aggregate.rows,
  ];
  const columns = second && buildGroups(state, second, result.columns ?? []);
  const time = stamp(new Date(at), config.STUDY_TIME_ZONE);
  const table = {
    caption: describeSummary(entity, by, of),
    asOf: formatDate(time, 'date-time', config.STUDY_TIME_ZONE),
    rowTitle: describeGrouping(list, first),
    columnTitle: second && describeGrouping(list, second),
    figureTitle: describeFigure(list, of),
    unit: findUnit(list, of),
    rows: buildGroups(state, first, result.rows),
    columns,
    cells: result.cells.map((row) => row.map(toCell)),
    rowTotals: result.cells.map((row) => toCell(merge(row))),
    columnTotals: (columns ?? []).map((_, index) =>
      toCell(merge(result.cells.flatMap((row) => row[index] ?? []))),
    ),
    total: toCell(all),
    links: buildLinks(state, by),
  };
  return { ...table, picture: choosePicture(table, by, of) };
}

function choosePicture(
  { cells }: Pick<SummaryTable, 'cells'>,
  [first, second]: Summary['by'],
  of: Summary['of'],
): SummaryTable['picture'] {
  if (!second) return first.unit ? 'line' : 'bars';
  const isPart = of.kind === 'count' || of.kind === 'share' || of.kind === 'sum';
  return isPart && cells.flat().every(([figure]) => (figure ?? 0) >= 0) ? 'stacked' : 'grouped';
}

function buildGroups(
  state: ListState,
  grouping: Grouping,
  groups: readonly Group[],
): SummaryGroup[] {
  const texts = nameGroups(groups, grouping.unit);
  const column = state.list.columns.find(({ field }) => field === grouping.field) ?? {};
  return groups.map((group, index) => {
    const text = mask(column, texts[index] ?? '');
    const filter = buildFilter(state, grouping.field, group);
    const params = filter && filterParams(filter);
    const isHidden = params?.some(([name, value]) => isHiddenParameter(state.list, name, value));
    return {
      text,
      kind: group.kind,
      ...(group.kind === 'period' ? { short: shortenPeriod(text) } : {}),
      ...(params ? { search: new URLSearchParams(params).toString() } : {}),
      ...(isHidden ? { isHidden } : {}),
    };
  });
}

/**
 * Returns the filter that selects the rows of a group among those that match the filters of the list. It replaces the
 * list's filter of the same field, within which the group is.
 */
function buildFilter({ list, query }: ListState, field: string, group: Group): Filter | undefined {
  switch (group.kind) {
    case 'other':
      return undefined;
    case 'none':
      return { kind: 'empty', field, empty: true };
    case 'value':
      return buildIn(field, getFieldKinds(list)[field] === 'choice' ? 'choice' : 'text', [
        group.value,
      ]);
    case 'period': {
      const own = query.filters.find((filter) => filter.field === field);
      const today = getToday(config.STUDY_TIME_ZONE);
      const { from, to } = own?.kind === 'date' ? own : {};
      return {
        kind: 'date',
        field,
        from: [group.from, from && resolveDay(from, today)].filter(isDay).sort().at(-1),
        to: [group.to, to && resolveDay(to, today)].filter(isDay).sort().at(0),
      };
    }
  }
}

function isDay(day: string | undefined): day is string {
  return day !== undefined;
}

function buildLinks(state: ListState, [first, second]: Summary['by']): SummaryLinks {
  const searchWithout = (...fields: (string | undefined)[]) =>
    buildListSearch(
      { ...state, summary: undefined, open: undefined },
      { filters: state.query.filters.filter(({ field }) => !fields.includes(field)) },
    );
  return {
    path: state.list.path,
    cell: searchWithout(first.field, second?.field),
    row: searchWithout(first.field),
    column: searchWithout(second?.field),
    total: searchWithout(),
  };
}
