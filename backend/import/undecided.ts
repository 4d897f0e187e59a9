import type { ColumnReport } from './column-report';
import { ImportError } from './import-error';
import { shortenValue } from './with-value';

/** The maximum number of columns that a message names. */
const MOST_NAMED = 20;

/** Throws an ImportError that names the columns with suspicious values for which no choice was made. */
export function refuseUndecided(columns: readonly ColumnReport[]): void {
  const undecided = columns.filter((column) => column.undecided);
  if (undecided.length === 0) return;
  throw new ImportError(
    `Choose what happens to the suspicious values of ${nameColumns(undecided)}. Nothing has been imported.`,
  );
}

/** Returns the choices for the columns with suspicious values as the end of an audit entry. */
export function describeChoices(columns: readonly ColumnReport[]): string {
  const chosen = columns.filter(({ suspicious }) => suspicious.length > 0);
  const list = (how: string, choice: ColumnReport['choice']) => {
    const named = chosen.filter((column) => column.choice === choice);
    return named.length > 0 ? [`${how} in ${nameColumns(named)}`] : [];
  };
  const parts = [...list('read as empty', 'empty'), ...list('kept', 'keep')];
  return parts.length > 0 ? `; suspicious values: ${parts.join(', ')}` : '';
}

function nameColumns(columns: readonly ColumnReport[]): string {
  const titles = columns.slice(0, MOST_NAMED).map(({ title }) => `“${shortenValue(title)}”`);
  const more = columns.length - titles.length;
  return `${titles.join(', ')}${more > 0 ? ` and ${more} more` : ''}`;
}
