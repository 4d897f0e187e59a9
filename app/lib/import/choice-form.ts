import { CHOICES, type Choice, type Choices } from 'shared/import/choices';
import type { ReportColumn } from '../core/host/import-job';

/** The name of the input with the id of the check that the page showed. */
export const CHECK = 'check';
/** The name of the input that says which button was pressed. */
export const INTENT = 'intent';
/** The value of a column's input that leaves the decision open. */
export const STOP = 'stop';

/** Returns the columns with suspicious values, for which the user chooses. */
export function listSuspicious(columns: readonly ReportColumn[] = []): ReportColumn[] {
  return columns.filter(({ suspicious }) => suspicious.length > 0);
}

/** Returns the name of the input with the choice for a column. */
export function nameInput({ name }: Pick<ReportColumn, 'name'>): string {
  return `choice-${name}`;
}

/** Reads the choices of a posted form. */
export function readChoices(posted: FormData, columns: readonly ReportColumn[]): Choices {
  const choices: Record<string, Choice> = {};
  for (const column of columns) {
    const value = posted.get(nameInput(column));
    const choice = CHOICES.find((known) => known === value);
    if (choice) choices[column.name] = choice;
  }
  return choices;
}

/** Returns whether a form has other choices than the check that its page showed. False for a form without choices. */
export function hasOtherChoices(posted: FormData, columns: readonly ReportColumn[]): boolean {
  return columns.some((column) => {
    const value = posted.get(nameInput(column));
    return value !== null && value !== (column.choice ?? STOP);
  });
}
