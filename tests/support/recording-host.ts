import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { QUERIES_HEADER, QUERIES_VALUE } from '../../shared/list/queries-header';

/** One call that the panel made. */
export interface Call {
  method: string;
  /** The path without its query, not decoded. */
  path: string;
  search: string;
  headers: IncomingMessage['headers'];
  /** The fields of a form-encoded body. */
  fields: Record<string, string>;
  /** The body as Latin-1 text, in which each character stands for one byte. */
  body: string;
}

export type Answer = (call: Call, response: ServerResponse) => unknown;

/**
 * Starts an API host for contract tests, which records all calls. Tests set its responses. For other paths, it responds
 * with an empty list.
 */
export async function startRecordingHost() {
  const calls: Call[] = [];
  const answers = new Map<string, Answer>();
  const beginnings = new Map<string, Answer>();
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    try {
      for await (const chunk of request) chunks.push(chunk);
    } catch {
      // The panel has aborted the request, so it does not count as a call.
      return;
    }
    const url = new URL(request.url ?? '/', 'http://host.invalid');
    const call: Call = {
      method: request.method ?? '',
      path: url.pathname.slice(1),
      search: url.search,
      headers: request.headers,
      fields: Object.fromEntries(new URLSearchParams(Buffer.concat(chunks).toString())),
      body: Buffer.concat(chunks).toString('latin1'),
    };
    calls.push(call);
    const begin = [...beginnings.keys()].find((start) => call.path.startsWith(start));
    const answer = answers.get(call.path) ?? beginnings.get(begin ?? '');
    const value = answer ? await answer(call, response) : envelope([]);
    if (response.writableEnded || value === undefined) return;
    response.setHeader('content-type', 'application/json');
    response.end(JSON.stringify(value));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));

  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    calls,
    /** Returns the calls to a path, in order. */
    to: (path: string) => calls.filter((call) => call.path === path),
    /** Returns the descriptions of the posted audit entries that have this action. */
    entries: (action: string) =>
      calls
        .filter(({ path, fields }) => path === 'audit/update' && fields.uaction === action)
        .map(({ fields }) => fields.udescription),
    /** Sets the response for a path. The value that `answer` returns is sent as JSON. */
    on: (path: string, answer: Answer) => void answers.set(path, answer),
    /** Sets the response for all paths that begin with `start` and have no response of their own. */
    onAny: (start: string, answer: Answer) => void beginnings.set(start, answer),
    reset() {
      calls.length = 0;
      answers.clear();
      beginnings.clear();
    },
    stop() {
      server.closeAllConnections();
      return new Promise((resolve) => server.close(resolve));
    },
  };
}

export type RecordingHost = Awaited<ReturnType<typeof startRecordingHost>>;

/** Returns a successful response. It has no total, as on hosts that do not support the list grammar. */
export function envelope(items: readonly unknown[] | null, message: string | null = null) {
  return { succeeded: true, message, items };
}

export function refusal(message: string, items: readonly unknown[] = []) {
  return { succeeded: false, message, items };
}

/** Announces in a response that the lists of the host answer queries. */
export function announceQueries(response: ServerResponse): void {
  response.setHeader(QUERIES_HEADER, QUERIES_VALUE);
}
