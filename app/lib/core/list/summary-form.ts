import { type Summary, writeFigure, writeGrouping } from 'shared/list/summary/grammar';
import { dateUnits } from 'shared/list/summary/periods';
import type { Column } from '../entities/column';
import type { EntityList } from '../entities/entity';
import { getSummaryFields } from '../entities/list-fields';
import { buildListSearch, type ListState } from './list-state';
import type { FormOption, SummaryForm } from './summary-view';
import { describeFigure, describeGrouping } from './summary-words';

/** Builds the form in which users choose the fields and the figure of a summary. */
export function buildSummaryForm(state: ListState, { by, of }: Summary): SummaryForm {
  const { list } = state;
  const fields = getSummaryFields(list);
  const numbers = list.columns.filter(({ field }) => fields[field] === 'number');
  const search = buildListSearch({ ...state, open: undefined, summary: undefined });
  return {
    groupings: groupOptions(list),
    figures: [
      ...(['count', 'share'] as const).map((kind) => toFigure(list, { kind })),
      ...numbers.flatMap(({ field }) =>
        (['sum', 'avg', 'min', 'max'] as const).map((kind) => toFigure(list, { kind, field })),
      ),
    ],
    first: writeGrouping(by[0]),
    second: by[1] ? writeGrouping(by[1]) : '',
    figure: writeFigure(of),
    hiddenInputs: [...new URLSearchParams(search)].map(([name, value]) => ({ name, value })),
  };
}

/**
 * Returns the summary that the link of a list leads to: the rows by the first answer, account or choice that the list
 * shows or, if it has none, by the month of its first date. Undefined if the list cannot be summarized.
 */
export function getDefaultSummary(list: EntityList): Summary | undefined {
  const fields = getSummaryFields(list);
  const isUsed = (use: string) => (column: Column) =>
    fields[column.field] === use && !column.hiddenAtFirst;
  const values = list.columns.filter(isUsed('value'));
  const value =
    values.find(({ kind, offersValues }) => offersValues || kind === 'choice') ?? values[0];
  const date = list.columns.find(isUsed('date'));
  if (value) return { by: [{ field: value.field }], of: { kind: 'count' } };
  return date && { by: [{ field: date.field, unit: 'month' }], of: { kind: 'count' } };
}

function groupOptions(list: EntityList): SummaryForm['groupings'] {
  const groups = new Map<string | undefined, { title?: string; options: FormOption[] }>();
  const fields = getSummaryFields(list);
  for (const { field, group: title } of list.columns) {
    const use = fields[field];
    if (use !== 'value' && use !== 'date') continue;
    const group = groups.get(title) ?? { title, options: [] };
    groups.set(title, group);
    for (const unit of use === 'date' ? dateUnits : [undefined]) {
      const grouping = { field, unit };
      group.options.push({
        value: writeGrouping(grouping),
        label: describeGrouping(list, grouping),
      });
    }
  }
  return [...groups.values()];
}

function toFigure(list: EntityList, figure: Summary['of']): FormOption {
  return { value: writeFigure(figure), label: describeFigure(list, figure) };
}
