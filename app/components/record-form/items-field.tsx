import type { FieldMetadata, FormMetadata } from '@conform-to/react';
import type { FormValue, ItemRow } from '~/lib/entities/fields';
import type { ItemsSpec } from '~/lib/entities/form-field';
import type { FieldView } from '~/lib/form/form-view';
import { Icon } from '../icon';
import { FieldError } from './field-error';
import { ItemInputs } from './item-inputs';

interface ItemsFieldProps {
  field: FieldView;
  spec: ItemsSpec;
  meta: FieldMetadata<string>;
  form: FormMetadata<Record<string, FormValue>>;
}

/**
 * Rows that can be added, removed and moved. Every button submits the form with an intent, so it works
 * without script; long lists fold into parts of `pageSize` rows.
 */
export function ItemsField({ field, spec, meta, form }: ItemsFieldProps) {
  const rows = (meta as unknown as FieldMetadata<ItemRow[]>).getFieldList();
  const parts = Array.from({ length: Math.ceil(rows.length / spec.pageSize) }, (_, part) => ({
    first: part * spec.pageSize,
    rows: rows.slice(part * spec.pageSize, (part + 1) * spec.pageSize),
  }));
  return (
    <fieldset id={meta.id} tabIndex={-1}>
      <legend className="mb-1 font-medium">
        {field.label} <span className="font-normal text-muted">({rows.length})</span>
      </legend>
      <FieldError meta={meta} />
      {parts.map(({ first, rows: part }) => (
        <details
          key={first}
          open={first === 0 || part.some(({ valid }) => !valid)}
          className="mb-2"
        >
          <summary className={parts.length > 1 ? 'py-1 font-medium text-accent' : 'hidden'}>
            {field.label} {first + 1} to {first + part.length}
          </summary>
          <ol className="grid gap-2">
            {part.map((row, offset) => {
              const index = first + offset;
              const move = (to: number) =>
                form.reorder.getButtonProps({ name: meta.name, from: index, to });
              const name = `${spec.item} ${index + 1}`;
              return (
                <li key={row.key} className="rounded border border-line bg-sunken p-3">
                  <ItemInputs inputs={spec.inputs} row={row} name={name} />
                  <div className="mt-2 flex flex-wrap gap-1">
                    <RowButton
                      {...move(index - 1)}
                      disabled={index === 0}
                      icon="arrow-up"
                      label={`Move ${name} up`}
                    />
                    <RowButton
                      {...move(index + 1)}
                      disabled={index === rows.length - 1}
                      icon="arrow-down"
                      label={`Move ${name} down`}
                    />
                    <RowButton
                      {...form.remove.getButtonProps({ name: meta.name, index })}
                      icon="trash-2"
                      label={`Remove ${name}`}
                    />
                  </div>
                </li>
              );
            })}
          </ol>
        </details>
      ))}
      <button {...form.insert.getButtonProps({ name: meta.name })} className="button">
        <Icon name="plus" /> Add {spec.item}
      </button>
    </fieldset>
  );
}

interface RowButtonProps {
  name: string;
  value: string;
  form: string;
  formNoValidate: boolean;
  disabled?: boolean;
  icon: string;
  label: string;
}

function RowButton({ icon, label, ...button }: RowButtonProps) {
  return (
    <button type="submit" {...button} className="button min-h-0 px-2 py-1.5">
      <Icon name={icon} />
      <span className="sr-only">{label}</span>
    </button>
  );
}
