import type { FormFields } from '../api/client.server';
import type { FormField } from '../entities/fields';
import { writeItems } from '../entities/items';
import type { Row } from '../list/memory';
import { asText } from '../list/values';
import type { FormValues } from './record-values';

/** The values of a form under the host's names; fields without one stay here. */
export function wireFields(
  fields: readonly FormField[],
  values: FormValues,
  record: Row,
): FormFields {
  return Object.fromEntries(
    fields.flatMap((field): [string, string][] => {
      if (!field.wire) return [];
      const value = values[field.name];
      // Rows that were all removed leave no input behind: an empty list, not a missing one.
      const text = field.items
        ? writeItems(value ?? [], record[field.name], field.items)
        : asText(value);
      return [[field.wire, text]];
    }),
  );
}
