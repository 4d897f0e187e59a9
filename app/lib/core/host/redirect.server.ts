import { log } from '../server/log.server';
import { messages } from './messages';

/**
 * The redirect option of every call to the host. Names, passwords and tokens must not be sent to the target of a
 * redirect.
 */
export const followNone = { redirect: 'manual' } as const;

const NOT_MODIFIED = 304;

interface RedirectError {
  kind: 'unreachable';
  message: string;
  status: number;
}

/**
 * Returns the error for a response that is a redirect, or undefined for any other response. Logs only the origin of the
 * target, because the rest of the address may identify a person.
 */
export async function readRedirectError(
  { status, headers, body }: Response,
  path: string,
): Promise<RedirectError | undefined> {
  if (status < 300 || status > 399 || status === NOT_MODIFIED) return undefined;
  await body?.cancel();
  const to = headers.get('location') ?? '';
  const origin = URL.canParse(to) ? new URL(to).origin : 'its own origin';
  log.warn({ path, status, to: origin }, 'the API host answered with a redirect: not followed');
  return { kind: 'unreachable', message: messages.redirected, status };
}
