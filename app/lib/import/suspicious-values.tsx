import type { Choices } from 'shared/import/choices';
import type { ReportColumn } from '~/lib/core/host/import-job';
import { nameInput, STOP } from '~/lib/import/choice-form';
import { Examples } from './examples';

const kinds: Readonly<Record<ReportColumn['suspicious'][number]['kind'], [string, string]>> = {
  missing: ['looks like a missing value', 'look like missing values'],
  decimal: ['is a whole number with .0', 'are whole numbers with .0'],
  scientific: ['is in scientific notation', 'are in scientific notation'],
  variant: [
    'differs from an earlier value only by case, spaces or marks',
    'differ from earlier values only by case, spaces or marks',
  ],
};

interface SuspiciousValuesProps {
  columns: readonly ReportColumn[];
  /** The choices of a form that was sent in vain. */
  chosen?: Choices;
}

/** Renders the suspicious values of each column, with the choice what happens to them. */
export function SuspiciousValues({ columns, chosen }: SuspiciousValuesProps) {
  return (
    <section id="suspicious" tabIndex={-1} className="mb-4 w-full">
      <h2 className="mb-2">Suspicious values</h2>
      <p className="mb-3">
        Programs change values on the way into a file. Choose for each column, then check again. You
        can also correct the file and choose it again.
      </p>
      <div className="grid gap-3">
        {columns.map((column) => (
          <ColumnChoice
            key={column.name}
            column={column}
            chosen={chosen ? chosen[column.name] : column.choice}
          />
        ))}
      </div>
    </section>
  );
}

function ColumnChoice({ column, chosen = STOP }: { column: ReportColumn; chosen?: string }) {
  const name = nameInput(column);
  const options = [
    [STOP, column.undecided || column.choice ? 'Stop: do not import' : 'No choice'],
    ['empty', 'Read these values as empty'],
    ['keep', 'Keep them as they are'],
  ] as const;
  return (
    <fieldset className="card min-w-0 p-3" aria-describedby={`${name}-values`}>
      <legend className="float-left mb-1 w-full break-words font-medium">{column.title}</legend>
      <ul id={`${name}-values`} className="clear-both mb-2 grid gap-1 text-sm">
        {column.suspicious.map(({ kind, count, examples }) => (
          <li key={kind} className="min-w-0 break-words">
            {count.toLocaleString('en')} {count === 1 ? 'value' : 'values'}{' '}
            {kinds[kind][count === 1 ? 0 : 1]}: <Examples examples={examples} />
          </li>
        ))}
      </ul>
      <div className="flex flex-wrap gap-x-6 gap-y-1">
        {options.map(([value, label]) => (
          <label key={value} className="flex min-h-9 items-center gap-2">
            <input
              type="radio"
              name={name}
              value={value}
              defaultChecked={value === chosen}
              className="h-4 w-4 shrink-0"
            />
            {label}
          </label>
        ))}
      </div>
    </fieldset>
  );
}
