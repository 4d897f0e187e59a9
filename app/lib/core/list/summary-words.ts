import { formatDate } from 'shared/list/format-date';
import type { Group } from 'shared/list/summary/choose-groups';
import type { Figure, Grouping } from 'shared/list/summary/grammar';
import type { DateUnit } from 'shared/list/summary/periods';
import { addUnit, type Unit } from 'shared/units';
import type { Entity, EntityList } from '../entities/entity';
import { getPluralName } from '../entities/name-plural';

const DAY_MILLISECONDS = 86_400_000;
const figureWords = { sum: 'Sum', avg: 'Average', min: 'Lowest value', max: 'Highest value' };

/** Returns the title of a grouping, such as `Assessment Date (month)`. */
export function describeGrouping({ columns }: EntityList, { field, unit }: Grouping): string {
  const title = columns.find((column) => column.field === field)?.title ?? field;
  return unit ? `${title} (${unit})` : title;
}

/** Returns the title of a figure, such as `Average of Duration (Seconds)`. */
export function describeFigure({ columns }: EntityList, figure: Figure): string {
  if (figure.kind === 'count') return 'Number of rows';
  if (figure.kind === 'share') return 'Share of rows';
  const column = columns.find(({ field }) => field === figure.field);
  const unit = column?.unit;
  // Pages show sizes with their units, and files have numbers of bytes.
  const title = addUnit(column?.title ?? figure.field, unit === 'bytes' ? undefined : unit);
  return `${figureWords[figure.kind]} of ${title}`;
}

/** Returns the unit of a figure. Numbers of rows have none. */
export function findUnit({ columns }: EntityList, figure: Figure): Unit | undefined {
  if (figure.kind === 'share') return '%';
  return figure.kind === 'count'
    ? undefined
    : columns.find(({ field }) => field === figure.field)?.unit;
}

/** Returns the title of a summary, such as `Number of participants by Peer Navigator`. */
export function describeSummary(entity: Entity, by: readonly Grouping[], figure: Figure): string {
  const { list } = entity;
  const noun = 'field' in figure ? '' : getPluralName(entity);
  const words = describeFigure(list, figure).replace(/rows$/, noun);
  return `${words} by ${by.map((one) => describeGrouping(list, one)).join(' and ')}`;
}

/** Returns the text of each group. */
export function nameGroups(groups: readonly Group[], unit: DateUnit | undefined): string[] {
  const texts = new Set(groups.flatMap((group) => (group.kind === 'value' ? [group.value] : [])));
  return groups.map((group) => nameGroup(group, unit, texts));
}

function nameGroup(group: Group, unit: DateUnit | undefined, values: ReadonlySet<string>): string {
  switch (group.kind) {
    case 'value':
      return group.value;
    case 'period':
      return namePeriod(group.from, group.to, unit);
    case 'none':
      return values.has('No answer') ? 'No answer (empty)' : 'No answer';
    case 'other':
      return values.has('Other') ? 'All others' : 'Other';
  }
}

/** Returns the text of a period, such as `March 2024` or `Week 12, 2024`. */
function namePeriod(from: string, to: string, unit: DateUnit | undefined): string {
  switch (unit) {
    case 'week':
      return nameWeek(to);
    case 'month':
      return formatDate(from, 'date', 'UTC').slice('01 '.length);
    case 'quarter':
      return `Q${Math.ceil(Number(from.slice(5, 7)) / 3)} ${from.slice(0, 4)}`;
    case 'year':
      return from.slice(0, 4);
    default:
      return formatDate(from, 'date', 'UTC');
  }
}

/** Returns the number of the week that ends on a Sunday. The year of a week is that of its Thursday. */
function nameWeek(sunday: string): string {
  const thursday = new Date(Date.parse(`${sunday}T00:00:00Z`) - 3 * DAY_MILLISECONDS);
  const year = thursday.getUTCFullYear();
  const days = (thursday.getTime() - new Date(0).setUTCFullYear(year, 0, 1)) / DAY_MILLISECONDS;
  return `Week ${Math.floor(days / 7) + 1}, ${year}`;
}

/** Returns the text of a period on an axis, which has little space. */
export function shortenPeriod(text: string): string {
  return text.replace(/^Week (\d+), /, 'W$1 ').replace(/([A-Z][a-z]{2})[a-z]+(?= \d{4}$)/, '$1');
}
