import { redirect } from '@remix-run/node';
import { isForScript } from '../server/request-scope.server';
import { tryToStore } from '../server/unwritable.server';
import { type FormErrors, saveNamedDraft } from '../session/drafts.server';

/**
 * The maximum number of escaped characters in a form that is rendered in the answer to a post. Escaping them takes most
 * of the rendering time.
 */
const MAX_ESCAPED = 50_000;
/** The maximum number of characters in such a form. The answer contains them twice, and each copy is searched. */
const MAX_CHARACTERS = 500_000;
/**
 * The codes of the characters that HTML escapes, and of the tilde, which packed rows write as a quote
 * (shared/form-reader/packed-rows.ts).
 */
const ESCAPED = new Set([...`<>&"'~`].map((sign) => sign.charCodeAt(0)));

/**
 * Stores a refused form as a draft and throws a redirect to the form's page, if the form has too many characters, or
 * too many to escape. That page then shows the draft with its errors or its conflict. Does nothing if the store
 * cannot be written to. Does nothing for requests of script either, because the browser then renders the form.
 */
export async function redirectIfSlowToRender(
  owner: string,
  request: Request,
  posted: FormData,
  errors: FormErrors = {},
): Promise<void> {
  if (isForScript() || !isSlowToRender(posted)) return;
  const fields = [...posted].flatMap(([name, value]): [string, string][] =>
    typeof value === 'string' ? [[name, value]] : [],
  );
  let path: string | undefined;
  await tryToStore(async () => {
    path = await saveNamedDraft(owner, request.url, { fields, errors });
  });
  if (path) throw redirect(path, 303);
}

function isSlowToRender(form: FormData): boolean {
  let count = 0;
  let characters = 0;
  for (const value of form.values()) {
    if (typeof value !== 'string') continue;
    characters += value.length;
    if (characters > MAX_CHARACTERS) return true;
    for (let at = 0; at < value.length; at++) if (ESCAPED.has(value.charCodeAt(at))) count++;
    if (count > MAX_ESCAPED) return true;
  }
  return false;
}
