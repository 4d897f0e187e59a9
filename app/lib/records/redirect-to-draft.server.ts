import { redirect } from '@remix-run/node';
import { isForScript } from '../server/request-scope.server';
import { type FormErrors, getFormPath, saveDraft } from '../session/drafts.server';

/** The number of characters with an escape, which is what drawing a large form spends its time on. */
const MAX_ESCAPED = 50_000;
/** The characters that markup escapes, and the tilde, which packed rows turn into a quote. */
const ESCAPED = new Set([...`<>&"'~`].map((sign) => sign.charCodeAt(0)));

/**
 * Throws a redirect to the form's page when the refused form has too many characters to escape: what was typed
 * becomes a draft, which that page shows with its errors. Where script runs, the browser draws the form.
 */
export async function redirectToDraft(
  owner: string,
  request: Request,
  posted: FormData,
  errors: FormErrors,
): Promise<void> {
  if (isForScript() || !hasManyEscaped(posted)) return;
  const fields = [...posted].flatMap(([name, value]): [string, string][] =>
    typeof value === 'string' ? [[name, value]] : [],
  );
  const path = getFormPath(request);
  await saveDraft(owner, path, { fields, errors });
  throw redirect(path + new URL(request.url).search, 303);
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
