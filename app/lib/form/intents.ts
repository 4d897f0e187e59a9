import { INTENT } from '@conform-to/dom';
import { z } from 'zod';

/** What a form's buttons may ask for besides saving: to add, remove or move a repeated row. */
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
    z.object({
      type: z.enum(['insert', 'remove', 'reorder']),
      payload: z.object({ name: z.string() }),
    }),
  );

/** Throws a 400 response for a button that no form of the panel has. */
export function refuseUnknownIntent(form: FormData): void {
  const intent = form.get(INTENT);
  if (intent !== null && !intentSchema.safeParse(intent).success) {
    throw new Response('The form asked for something that is not known here.', { status: 400 });
  }
}
