import type { ActionFunctionArgs } from '@remix-run/node';
import { withRequestId } from '~/lib/core/server/request-scope.server';
import { sessionStorage } from '~/lib/core/session/session.server';

type Route = (args: ActionFunctionArgs) => unknown;

interface Call {
  /** The cookie of the session, which `signedInAs` returns. */
  cookie?: string;
  params?: Record<string, string>;
  /** The fields of a posted form. A list of names and values can repeat a name. */
  form?: Record<string, string> | [name: string, value: string][];
  /** The body of a form-encoded form, in place of `form`. */
  body?: ReadableStream<Uint8Array>;
  headers?: Record<string, string>;
}

export interface Answer {
  status: number;
  headers: Headers;
  /** The data that the route returned. Undefined if it returned a response. */
  data: unknown;
  response: Response | undefined;
}

const users = {
  administrator: { id: '1', username: 'mwansa', name: 'Mwansa', email: '', role: '1' },
  researcher: { id: '2', username: 'lungile', name: 'Lungile', email: '', role: '2' },
};

/** Starts a session of a user with this role. Returns the cookie of the session. */
export async function signedInAs(role: keyof typeof users): Promise<string> {
  const session = await sessionStorage.getSession();
  session.set('user', users[role]);
  session.set('provenAt', Date.now());
  session.set('device', 'Test');
  const [cookie = ''] = (await sessionStorage.commitSession(session)).split(';');
  return cookie;
}

/**
 * Calls `route`, a loader or an action, as Remix does. The request is a POST if `call` has a form, and a GET otherwise.
 */
export async function callRoute(route: Route, path: string, call: Call = {}): Promise<Answer> {
  const headers = new Headers(call.headers);
  if (call.cookie) headers.set('cookie', call.cookie);
  if (call.body) headers.set('content-type', 'application/x-www-form-urlencoded');
  const body = call.body ?? (call.form && new URLSearchParams(call.form));
  const post = body && { method: 'POST', body, duplex: 'half' as const };
  const request = new Request(`http://panel.test${path}`, { headers, ...post });
  const args = { request, params: call.params ?? {}, context: {} };
  return withRequestId('test', async () => {
    try {
      return readAnswer(await route(args));
    } catch (thrown) {
      if (thrown instanceof Response) return readAnswer(thrown);
      throw thrown;
    }
  });
}

/**
 * Reads the result of a route: a response, an object, or an object with a status and headers (Remix's `data`).
 */
function readAnswer(returned: unknown): Answer {
  if (returned instanceof Response) {
    const { status, headers } = returned;
    return { status, headers, data: undefined, response: returned };
  }
  const { type, data, init } = Object(returned) as {
    type?: string;
    data?: unknown;
    init?: unknown;
  };
  if (type !== 'DataWithResponseInit')
    return { status: 200, headers: new Headers(), data: returned, response: undefined };
  const { status = 200, headers } = (init ?? {}) as ResponseInit;
  return { status, headers: new Headers(headers), data, response: undefined };
}
