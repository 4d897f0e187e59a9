import type { FieldMetadata, FormMetadata } from '@conform-to/react';
import type { FormValue, ItemRow as Values } from 'shared/record-values/form-value';
import type { ItemsSpec } from '~/lib/core/entities/form-field';
import spriteUrl from '../../assets/icons.svg?url';
import { ItemInputs } from './item-inputs';

interface ItemRowProps {
  row: FieldMetadata<Values>;
  spec: ItemsSpec;
  form: FormMetadata<Record<string, FormValue>>;
  /** The name of the row's list, and the row's index in it. */
  list: string;
  index: number;
  isLast: boolean;
  /** True if the page opens with the focus on the row's first input. */
  isFocused: boolean;
}

/** Renders one row of a list, with the buttons that move and remove it. */
export function ItemRow({ row, spec, form, list, index, isLast, isFocused }: ItemRowProps) {
  const name = `${spec.item} ${index + 1}`;
  const move = (to: number) => form.reorder.getButtonProps({ name: list, from: index, to });
  return (
    <li className="item-row">
      <ItemInputs inputs={spec.inputs} row={row} name={name} isFocused={isFocused} />
      <div>
        <RowButton
          intent={move(index - 1)}
          disabled={index === 0}
          icon="arrow-up"
          label={`Move ${name} up`}
        />
        <RowButton
          intent={move(index + 1)}
          disabled={isLast}
          icon="arrow-down"
          label={`Move ${name} down`}
        />
        <RowButton
          intent={form.remove.getButtonProps({ name: list, index })}
          icon="trash-2"
          label={`Remove ${name}`}
        />
      </div>
    </li>
  );
}

interface RowButtonProps {
  intent: { name: string; value: string };
  disabled?: boolean;
  icon: string;
  label: string;
}

function RowButton({ intent, disabled, icon, label }: RowButtonProps) {
  return (
    <button type="submit" name={intent.name} value={intent.value} disabled={disabled}>
      {/* Shorter than an Icon, for forms with many rows. Screen readers ignore it, and `.item-row` styles it. */}
      {/* biome-ignore lint/a11y/noSvgWithoutTitle: the text beside it is the name of the button */}
      <svg>
        <use href={`${spriteUrl}#${icon}`} />
      </svg>
      <span className="sr-only">{label}</span>
    </button>
  );
}
