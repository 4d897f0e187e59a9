import { LONG_TEXT } from 'shared/entities/fields';
import { findTextProblem } from 'shared/entities/input-problem';
import { formLimits } from 'shared/form-reader/limits';
import { isItemsText } from 'shared/record-values/items';
import { z } from 'zod';
import type { FormField, ItemsSpec } from './form-field';

/** Returns the rules of repeated rows, which hosts store as JSON text in one field (wire.md). */
export function buildItemsRules(
  label: string,
  items: ItemsSpec,
): Pick<FormField, 'notice' | 'schema'> {
  const inputs = items.inputs.map((input): [string, z.ZodType<string | undefined>] => {
    const text = z
      .string()
      .superRefine((value, context) => {
        const message = findTextProblem(input.label, LONG_TEXT, value);
        if (message) context.addIssue({ code: 'custom', message });
      })
      .trim();
    return [
      input.name,
      input.required
        ? z.string({ error: input.required }).pipe(text.min(1, input.required))
        : text.optional(),
    ];
  });
  return {
    notice: (text) =>
      isItemsText(text)
        ? `The stored list has more than ${formLimits.rows} rows, which is more than a form can hold.`
        : 'The stored list cannot be read.',
    schema: z
      .array(z.object({ id: z.string().max(100).optional(), ...Object.fromEntries(inputs) }))
      .max(formLimits.rows, `${label} can hold up to ${formLimits.rows} rows`)
      .optional(),
  };
}
