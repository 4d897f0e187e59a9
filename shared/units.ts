import { describeSize } from './size-in-words';

/** The unit of the numbers of a field. Pages show a number of bytes as a size, and a percentage with its sign. */
export type Unit = 'seconds' | 'minutes' | 'days' | '%' | 'bytes';

/** Returns the title of a number whose unit is not shown with it, such as `Duration (seconds)`. */
export function addUnit(title: string, unit: Unit | undefined): string {
  const hasUnit = unit === undefined || title.toLowerCase().includes(unit);
  return hasUnit ? title : `${title} (${unit})`;
}

/** Returns a number below a title that names the unit, or with its unit if pages show it with each number. */
export function formatQuantity(value: number, unit: Unit | undefined): string {
  if (unit === 'bytes') return describeSize(Math.round(value));
  const digits = { maximumFractionDigits: unit === '%' ? 1 : 2 };
  return `${value.toLocaleString('en', digits)}${unit === '%' ? '%' : ''}`;
}

const MINUTE = 60;
const HOUR = 60 * MINUTE;

/** Returns a number with its unit. Long times are also given in hours or minutes, as in `7,200 seconds (2 hours)`. */
export function describeQuantity(value: number, unit: Unit | undefined): string {
  const text = formatQuantity(value, unit);
  if (unit === undefined || unit === '%' || unit === 'bytes') return text;
  const whole = value === 1 ? `${text} ${unit.slice(0, -1)}` : `${text} ${unit}`;
  if (unit !== 'seconds' || value < 2 * MINUTE) return whole;
  const [size, word] = value < 2 * HOUR ? [MINUTE, 'minutes'] : [HOUR, 'hours'];
  return `${whole} (${Math.round(value / size).toLocaleString('en')} ${word})`;
}
