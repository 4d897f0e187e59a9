import type { Submission } from '@conform-to/react';
import { parseWithZod } from '@conform-to/zod/v4';
import { toText } from 'shared/list/values';
import type { MaskedFields } from '../form/form-reply';
import { buildFormSchema } from '../form/form-schema';
import { isMasked } from '../masking/mask.server';
import type { OpenForm } from './open-form.server';

interface ParsedForm {
  submission: Submission<Record<string, unknown>>;
  masked: MaskedFields;
}

/**
 * Parses a posted form. A field whose value the form's page masks, and which it therefore does not send, keeps its
 * stored value. The replies to the form leave these values out (buildFormReply).
 */
export function parseForm({ fields, stored }: OpenForm, posted: FormData): ParsedForm {
  const names = fields
    .filter((field) => isMasked(field, stored[field.name]))
    .map(({ name }) => name);
  const hidden = names.filter((name) => !posted.has(name));
  const complete = hidden.length > 0 ? copyForm(posted) : posted;
  for (const name of hidden) complete.set(name, toText(stored[name]));
  const schema = buildFormSchema(fields, stored, (name) => complete.get(name));
  return {
    submission: parseWithZod(complete, { schema }),
    masked: { hidden, revealed: names.filter((name) => posted.has(name)) },
  };
}

function copyForm(form: FormData): FormData {
  const copy = new FormData();
  for (const [name, value] of form) copy.append(name, value);
  return copy;
}
