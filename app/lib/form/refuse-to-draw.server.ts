import { isForScript } from '../request-scope.server';
import type { FormReply } from './form-view';

/** The number of characters with an escape, which is what drawing a large form spends its time on. */
const MAX_ESCAPED = 50_000;
/** The number of errors that the refusal names. */
const MAX_ERRORS = 5;
/** The characters that markup escapes, and the tilde, which packed rows turn into a quote. */
const ESCAPED = new Set([...`<>&"'~`].map((sign) => sign.charCodeAt(0)));

/**
 * Returns the reply. Throws a 413 response with its errors instead for a form that would take too long to draw:
 * a browser has what was typed when its user goes back. Where script runs, the browser draws the form.
 */
export function refuseToDraw(posted: FormData, reply: FormReply): FormReply {
  if (isForScript() || !hasManyEscaped(posted)) return reply;
  const errors = [...new Set(Object.values(reply.error ?? {}).flatMap((error) => error ?? []))];
  const words = [
    'The form was not saved, and has too many special characters, such as < and ", to be shown again.',
    'Use your browser’s back button to return to it.',
    ...(errors.length > 0 ? [`What to correct: ${errors.slice(0, MAX_ERRORS).join('; ')}.`] : []),
  ];
  throw new Response(words.join(' '), { status: 413 });
}

function hasManyEscaped(form: FormData): boolean {
  let count = 0;
  for (const value of form.values()) {
    if (typeof value !== 'string') continue;
    for (let at = 0; at < value.length; at++) if (ESCAPED.has(value.charCodeAt(at))) count++;
    if (count > MAX_ESCAPED) return true;
  }
  return false;
}
