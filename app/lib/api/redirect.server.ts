import { log } from '../log.server';
import { messages } from './messages';

/** What every call to the host is made with: name, password and token must not follow to another address. */
export const followNone = { redirect: 'manual' } as const;

const NOT_MODIFIED = 304;

interface RedirectFault {
  kind: 'unreachable';
  message: string;
  status: number;
}

/**
 * Returns the fault of an answer that leads to another address, which is not followed; undefined for any
 * other answer. The log names where it led by its origin alone: the rest may name a person.
 */
export async function redirectFault(
  { status, headers, body }: Response,
  path: string,
): Promise<RedirectFault | undefined> {
  if (status < 300 || status > 399 || status === NOT_MODIFIED) return undefined;
  await body?.cancel();
  const to = headers.get('location') ?? '';
  const origin = URL.canParse(to) ? new URL(to).origin : 'its own origin';
  log.warn({ path, status, to: origin }, 'the API host answered with a redirect: not followed');
  return { kind: 'unreachable', message: messages.redirected, status };
}
