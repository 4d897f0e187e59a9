import type { SqlValue } from 'shared/db/types';
import { CONTENT, SHORT_TEXT } from 'shared/entities/fields';
import { findTextProblem } from 'shared/entities/input-problem';
import { isEmail } from 'shared/is-email';
import { isRecordId } from 'shared/record-id';
import { z } from 'zod';

/** The schema that reads a value of a form, or refuses it with a message. */
export type FieldSchema = z.ZodType<SqlValue>;

/** Returns the schema of a required text, which is trimmed. */
export function required(label: string, max = SHORT_TEXT) {
  return z
    .preprocess((value) => (isOneText(value) ? value.trim() : value), plain(label, max))
    .refine((value) => value !== '', `${label} is required`);
}

/** Returns the schema of an optional text, which is trimmed. A missing or empty text becomes null. */
export function optional(label: string, max = SHORT_TEXT) {
  return z
    .preprocess((value) => (isOneText(value) ? value.trim() : (value ?? '')), plain(label, max))
    .transform((value) => value || null);
}

/** Returns the schema of a long text, which is stored untrimmed. A missing or empty text becomes null. */
export function content(label: string) {
  return z
    .preprocess((value) => value ?? '', plain(label, CONTENT))
    .transform((value) => value || null);
}

/** Returns the schema of a required email address. */
export function requiredEmail(label: string) {
  return required(label).refine(isEmail, 'Please enter a valid email address');
}

/** Returns the schema of a typed password, which is required and stays untrimmed. */
export function typedPassword(label = 'Password') {
  const message = `${label} is required`;
  return z.string(message).min(1, message);
}

/** Returns the schema of a record's id on this host, which may be 0, the id of a record that is being added. */
export function recordId(label: string) {
  return required(label)
    .refine((value) => value === '0' || isRecordId(value), `${label} is not valid`)
    .transform(Number);
}

/**
 * Returns the schema of a log entry's text. Shortens a text to at most `max` characters instead of refusing it,
 * because a lost entry is worse than a shortened one.
 */
export function entryText(max: number) {
  return z
    .string()
    .catch('')
    .transform((value) => {
      const text = value.replaceAll('\0', '');
      // Half of a surrogate pair would be stored as another character, and the entry's digest would not match.
      const cut = text.slice(0, max - 1).replace(/[\uD800-\uDBFF]$/, '');
      return text.length > max ? `${cut}…` : text;
    });
}

/** Returns the message of the first invalid field. */
export function getFirstProblem(error: z.ZodError): string {
  return error.issues[0]?.message ?? 'The request could not be read';
}

function plain(label: string, max: number) {
  return z
    .string({
      error: ({ input }) =>
        input === undefined ? `${label} is required` : `${label} was sent more than once`,
    })
    .superRefine((text, context) => {
      const message = findTextProblem(label, max, text);
      if (message) context.addIssue({ code: 'custom', message });
    });
}

function isOneText(value: unknown): value is string {
  return typeof value === 'string';
}
