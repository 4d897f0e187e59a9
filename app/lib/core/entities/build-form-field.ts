import type { Field, Input } from 'shared/entities/field';
import { findEntryProblem, findInputProblem } from 'shared/entities/input-problem';
import { getMasking } from 'shared/entities/masking';
import { getValueKind } from 'shared/entities/value-kind';
import { findForeignParts, sanitizeHtml } from 'shared/rich-text/sanitize';
import { normalizeValue, type ValueKind } from 'shared/values/normalize';
import { z } from 'zod';
import { buildItemsRules } from './build-items-rules';
import { isFileAddress } from './file-address';
import type { FormField } from './form-field';

/** The controls whose values are short. */
const shortControls: ReadonlySet<string> = new Set(['select', 'color', 'tel', 'email']);

/**
 * Returns the form's input for a declared field. A field that declares no input is displayed and never sent.
 */
export function buildFormField(name: string, declared: Field): FormField {
  const { title, input, identifying } = declared;
  const masked = getMasking(declared);
  if (!input)
    return {
      name,
      label: title,
      identifying,
      masked,
      control: 'display',
      required: false,
      schema: z.string().optional(),
    };
  const { wire, label, control, required, hint, autoComplete, options, upload, items } = input;
  const { source, when, addOnly: readOnlyOnEdit, takesShortNumbers } = input;
  const field = {
    ...{ name, source, wire, label, identifying, masked, control },
    ...{ hint, autoComplete, readOnlyOnEdit, when, takesShortNumbers },
    isShort: shortControls.has(control),
  };
  if (items) return { ...field, required: false, items, ...buildItemsRules(label, items) };
  return {
    ...field,
    options,
    upload,
    required: required !== undefined,
    schema: buildSchema(input, getValueKind(declared)),
    ...(control === 'rich-text' ? buildRichTextRules() : {}),
  };
}

/**
 * Builds the schema of a text. It normalises the text by its kind, and checks the length, the format, and that a required
 * text is not empty.
 */
function buildSchema(input: Input, kind: ValueKind) {
  const { required } = input;
  const text = z.string().superRefine((value, context) => {
    const message = findInputProblem(input, value) ?? findFormatProblem(input, value);
    if (message) context.addIssue({ code: 'custom', message });
  });
  const normalized = z
    .string({ error: required })
    .transform((value) => normalizeValue(kind, value));
  return required === undefined
    ? normalized
        .transform((value) => (value === '' ? undefined : value))
        .pipe(text.optional())
        .optional()
    : normalized.pipe(z.string().min(1, required).pipe(text));
}

/**
 * Returns the reason that a form refuses a text, or undefined if it accepts it. The embedded host does not
 * check these formats, because a record that already has such a text must stay editable.
 */
function findFormatProblem(input: Input, text: string): string | undefined {
  const { control, label } = input;
  if (control === 'color' && !/^#([0-9a-f]{3}|[0-9a-f]{6}|[0-9a-f]{8})$/i.test(text))
    return `${label} must be a code such as #1B7F5C`;
  if (control === 'file' && !isFileAddress(text))
    return `${label} must be an address that begins with https://`;
  return findEntryProblem(input, text);
}

/**
 * Returns the rules of rich text: edited HTML is reduced to the allow-list, and unchanged HTML is sent as it is. The
 * allow-list contains images whose addresses are below `imageFolder`.
 */
export function buildRichTextRules(imageFolder?: string): Pick<FormField, 'clean' | 'notice'> {
  return {
    clean: (html) => sanitizeHtml(html, imageFolder),
    notice(html) {
      const parts = findForeignParts(html, imageFolder);
      return parts.length > 0
        ? `The editor does not support some parts of this text (${parts.join(', ')}). If you change the text here, they are removed.`
        : undefined;
    },
  };
}
