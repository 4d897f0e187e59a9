import type { FieldMetadata } from '@conform-to/react';
import { defined } from 'shared/defined';
import type { ItemRow } from 'shared/record-values/form-value';
import type { ItemInput } from '~/lib/core/entities/form-field';
import { Marked } from '../marked';
import { FieldError } from './field-error';

interface ItemInputsProps {
  inputs: readonly ItemInput[];
  row: FieldMetadata<ItemRow>;
  /** The name of the row, such as 'option 3'. It distinguishes the labels of the inputs from those in other rows. */
  name: string;
  /** True if the page opens with the focus on the first input. */
  isFocused: boolean;
}

/** Renders the inputs of a repeated row, and its `id` as a hidden input. `.item-row` contains their styles. */
export function ItemInputs({ inputs, row, name, isFocused }: ItemInputsProps) {
  const fields = row.getFieldset();
  const id = defined(fields.id);
  return (
    <>
      <input type="hidden" name={id.name} defaultValue={id.initialValue} />
      {inputs.map((input, index) => {
        const autoFocus = isFocused && index === 0;
        const meta = defined(fields[input.name]);
        if (input.control === 'checkbox') {
          return (
            <p key={input.name}>
              <input
                key={meta.key}
                type="checkbox"
                id={meta.id}
                name={meta.name}
                value="1"
                defaultChecked={meta.initialValue === '1'}
                // biome-ignore lint/a11y/noAutofocus: without script, keeps the focus in the row of the pressed button
                autoFocus={autoFocus}
                className="peer h-4 w-4"
              />
              <label htmlFor={meta.id}>
                {`${input.label} `}
                <span className="sr-only">{`, ${name}`}</span>
              </label>
              {/* These texts show the state without script. Screen readers read it from the box. */}
              <span aria-hidden="true" className="hidden peer-checked:inline">
                <Marked mark="good">Yes</Marked>
              </span>
              <span aria-hidden="true" className="peer-checked:hidden">
                <Marked mark="bad">No</Marked>
              </span>
            </p>
          );
        }
        const Input = input.control === 'textarea' ? 'textarea' : 'input';
        return (
          <div key={input.name}>
            <label htmlFor={meta.id}>
              {`${input.label} `}
              <span className="sr-only">{`, ${name}`}</span>
            </label>
            <FieldError meta={meta} />
            <Input
              key={meta.key}
              id={meta.id}
              name={meta.name}
              defaultValue={meta.initialValue}
              aria-invalid={meta.errors ? true : undefined}
              aria-describedby={meta.errors ? meta.errorId : undefined}
              autoFocus={autoFocus}
              className="input"
            />
          </div>
        );
      })}
    </>
  );
}
