import { Fragment } from 'react';
import type { Option } from '~/lib/entities/form-field';

/** Renders the hints of a select's options as a list, because an <option> element can show only its label. */
export function ChoiceHints({ id, options }: { id?: string; options: readonly Option[] }) {
  return (
    <dl
      id={id}
      className="mb-1 grid grid-cols-[auto_1fr] gap-x-3 rounded border border-line px-3 py-2 text-sm text-muted"
    >
      {options.map(({ value, label, hint }) => (
        <Fragment key={value}>
          <dt>{label}</dt>
          <dd>{hint}</dd>
        </Fragment>
      ))}
    </dl>
  );
}
