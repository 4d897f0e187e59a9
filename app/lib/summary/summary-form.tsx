import { Form } from '@remix-run/react';
import type { SummaryForm as FormData } from '~/lib/core/list/summary-view';

/** Renders the form in which users choose the fields and the figure of a summary. */
export function SummaryForm({ form, path }: { form: FormData; path: string }) {
  const { hiddenInputs, first, second, figure, figures } = form;
  return (
    // The key makes the inputs show the address again after each navigation.
    <Form
      key={`${first} ${second} ${figure}`}
      method="get"
      action={path}
      className="no-print summary-form card"
    >
      {hiddenInputs.map(({ name, value }) => (
        <input key={`${name}=${value}`} type="hidden" name={name} value={value} />
      ))}
      <label>
        Group rows by
        <select name="by" defaultValue={first} className="input">
          <Groupings form={form} />
        </select>
      </label>
      <label>
        and by
        <select name="by" defaultValue={second} className="input">
          <option value="">Nothing else</option>
          <Groupings form={form} />
        </select>
      </label>
      <label>
        Show
        <select name="of" defaultValue={figure} className="input">
          {figures.map(({ value, label }) => (
            <option key={value} value={value}>
              {label}
            </option>
          ))}
        </select>
      </label>
      <button type="submit" className="button-primary">
        Summarize
      </button>
    </Form>
  );
}

function Groupings({ form: { groupings } }: { form: FormData }) {
  return groupings.map(({ title, options }) => {
    const own = options.map(({ value, label }) => (
      <option key={value} value={value}>
        {label}
      </option>
    ));
    return title ? (
      <optgroup key={title} label={title}>
        {own}
      </optgroup>
    ) : (
      own
    );
  });
}
