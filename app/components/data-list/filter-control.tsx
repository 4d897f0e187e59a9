import { Link } from '@remix-run/react';
import type { FilterInput } from '~/lib/core/list/filter-input';
import type { ListColumn } from '~/lib/core/list/list-view';
import { useSyncedValue } from '../use-synced-value';

/**
 * Renders the filter of a column, which is a text, a choice, a range of numbers or dates, or a link to the page of all
 * filters.
 */
export function FilterControl({ column, form }: { column: ListColumn; form: string }) {
  const { filter, title } = column;
  const label = `Filter ${title}`;
  switch (filter.kind) {
    case 'text':
      return (
        <TextFilter form={form} name={filter.name} value={filter.value} label={label} type="text" />
      );
    case 'choice':
      return <ChoiceFilter form={form} filter={filter} label={label} />;
    case 'other':
      return (
        <Link to={filter.href} className="text-sm font-normal">
          <span className="sr-only">{label}: </span>
          {filter.text}
        </Link>
      );
    case 'range': {
      const [low, high] = filter.type === 'date' ? ['from', 'to'] : ['at least', 'at most'];
      return (
        <div className={`grid gap-1 ${column.numeric ? 'justify-items-end' : ''}`}>
          <TextFilter
            form={form}
            {...filter.low}
            label={`${label} ${low}`}
            type={filter.type}
            hint="min"
          />
          <TextFilter
            form={form}
            {...filter.high}
            label={`${label} ${high}`}
            type={filter.type}
            hint="max"
          />
        </div>
      );
    }
  }
}

interface TextFilterProps {
  form: string;
  name: string;
  value: string;
  label: string;
  type: 'text' | 'number' | 'date';
  hint?: string;
}

const WIDTHS = { text: 'sm:min-w-24', number: 'w-16', date: 'w-full sm:w-32' } as const;

function TextFilter({ form, name, value, label, type, hint }: TextFilterProps) {
  const ref = useSyncedValue<HTMLInputElement>(value);
  return (
    <input
      ref={ref}
      form={form}
      // A date input cannot hold a day relative to today.
      type={value.startsWith('today') ? 'text' : type}
      step={type === 'number' ? 'any' : undefined}
      name={name}
      defaultValue={value}
      aria-label={label}
      placeholder={type === 'number' ? hint : undefined}
      maxLength={type === 'text' ? 200 : undefined}
      className={`input-small ${WIDTHS[type]}`}
    />
  );
}

interface ChoiceFilterProps {
  form: string;
  filter: FilterInput & { kind: 'choice' };
  label: string;
}

function ChoiceFilter({ form, filter, label }: ChoiceFilterProps) {
  const ref = useSyncedValue<HTMLSelectElement>(filter.value);
  // A bookmarked value that is not one of the options is shown too, so that users can remove it.
  const known = filter.value === '' || filter.options.includes(filter.value);
  return (
    <select
      ref={ref}
      form={form}
      name={filter.name}
      defaultValue={filter.value}
      aria-label={label}
      className="input-small sm:min-w-24"
    >
      <option value="">All</option>
      {(known ? filter.options : [...filter.options, filter.value]).map((option) => (
        <option key={option} value={option}>
          {option}
        </option>
      ))}
    </select>
  );
}
