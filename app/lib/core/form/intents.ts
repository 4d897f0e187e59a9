import { INTENT } from '@conform-to/dom';
import { z } from 'zod';
import type { FormField } from '../entities/form-field';
import { refuseRequest } from '../server/refuse';

/** The index of a row in its repeated group. */
const rowIndex = z.number().int().min(0).max(1_000);

/**
 * The intents of all buttons of a form except Save. They add, remove or move a row of a repeated group, show the part
 * of a group that contains a row, or show the fields that apply with the current choices.
 */
const intentSchema = z
  .string()
  .transform((text, context) => {
    try {
      return JSON.parse(text) as unknown;
    } catch {
      context.addIssue({ code: 'custom', message: 'not JSON' });
      return z.NEVER;
    }
  })
  .pipe(
    z.discriminatedUnion('type', [
      z.object({
        type: z.literal('insert'),
        payload: z.strictObject({ name: z.string(), index: rowIndex.optional() }),
      }),
      z.object({
        type: z.literal('remove'),
        payload: z.strictObject({ name: z.string(), index: rowIndex }),
      }),
      z.object({
        type: z.literal('reorder'),
        payload: z.strictObject({ name: z.string(), from: rowIndex, to: rowIndex }),
      }),
      z.object({
        type: z.literal('update'),
        payload: z.strictObject({ name: z.string(), index: rowIndex.optional() }),
      }),
    ]),
  );

/** Throws a 400 response if the form was posted with a button that a form with these fields cannot have. */
export function refuseUnknownIntent(form: FormData, fields: readonly FormField[]): void {
  const posted = form.get(INTENT);
  if (posted === null) return;
  const intent = intentSchema.safeParse(posted).data;
  const known = fields.some((field) =>
    intent?.type === 'update' && intent.payload.index === undefined
      ? field.when?.field === intent.payload.name
      : // A repeated group that cannot be read is posted as one text and has no rows.
        field.items && field.name === intent?.payload.name && !form.has(field.name),
  );
  if (!known) refuseButton();
}

/** Throws a 400 response for a form that was posted with a button that the form does not have. */
export function refuseButton(): never {
  refuseRequest(400, 'The form was sent with a button that it does not have. Open the page again.');
}
