import { CONTENT, SHORT_TEXT } from 'shared/entities/fields';
import { findTextProblem } from 'shared/entities/input-problem';
import { isRecordId } from 'shared/record-id';
import { z } from 'zod';
import type { SqlValue } from '../db/types';

/** Reads a value of a form, or refuses it with a message. */
export type FieldSchema = z.ZodType<SqlValue>;

/** Text that must be there, spaces at both ends taken off. */
export function required(label: string, max = SHORT_TEXT) {
  return z
    .preprocess((value) => (isOneText(value) ? value.trim() : value), plain(label, max))
    .refine((value) => value !== '', `${label} is required`);
}

/** Text that may be missing or empty, which is stored as null. */
export function optional(label: string, max = SHORT_TEXT) {
  return z
    .preprocess((value) => (isOneText(value) ? value.trim() : (value ?? '')), plain(label, max))
    .transform((value) => value || null);
}

/** Long text that is stored as it comes. */
export function content(label: string) {
  return z
    .preprocess((value) => value ?? '', plain(label, CONTENT))
    .transform((value) => value || null);
}

/** An email address that must be there. */
export function requiredEmail(label: string) {
  return required(label).refine(isEmail, 'Please enter a valid email address');
}

/** Returns the schema of a record's id on this host: 0 means a record to add. */
export function recordId(label: string) {
  return required(label)
    .refine((value) => value === '0' || isRecordId(value), `${label} is not valid`)
    .transform(Number);
}

/**
 * Returns the schema of a log entry's text, which is cut instead of refused: a lost entry is worse than a short
 * one.
 */
export function entryText(max: number) {
  return z
    .string()
    .catch('')
    .transform((value) => {
      const text = value.replaceAll('\0', '');
      // Half a character would be stored as another one, and not verify any more.
      const cut = text.slice(0, max - 1).replace(/[\uD800-\uDBFF]$/, '');
      return text.length > max ? `${cut}…` : text;
    });
}

/** Returns the message of the first invalid field. */
export function firstProblem(error: z.ZodError): string {
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

function isEmail(value: string): boolean {
  return z.email().safeParse(value).success;
}
