import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { FILTERS_HEADER } from '../../shared/list/plain-query';

/** The part that a reduced host lacks: the endpoint that summarizes lists, or all filters and pages of lists. */
export type Lack = 'list-summary' | 'queries';

export interface ReducedHost {
  url: string;
  /** The paths of the requests, without their queries. */
  paths: string[];
  stop(): void;
}

/**
 * Starts an API host that passes each request on to the host at `target`, but lacks a part of what that host can do.
 */
export async function startReducedHost(target: string, lack: Lack): Promise<ReducedHost> {
  const paths: string[] = [];
  const server = createServer(async (request, response) => {
    const [path = '', query] = (request.url ?? '').split('?');
    paths.push(path);
    const isCount = /^\/list-(summary|values)\//.test(path);
    if (isCount && (lack === 'queries' || path.startsWith('/list-summary/'))) {
      response.writeHead(404, { 'content-type': 'text/html' }).end('<h1>Not Found</h1>');
      return;
    }
    const body = ['GET', 'HEAD'].includes(request.method ?? '') ? undefined : await read(request);
    const { host: _, connection: __, ...headers } = request.headers;
    const isWhole = lack === 'queries' && /\/list(\/|$)/.test(path);
    const answer = await fetch(target + path + (query && !isWhole ? `?${query}` : ''), {
      method: request.method,
      headers: headers as Record<string, string>,
      body,
    });
    const sent = Object.fromEntries(
      [...answer.headers].filter(
        ([name]) =>
          !['content-encoding', 'content-length', 'transfer-encoding'].includes(name) &&
          !(isWhole && name === FILTERS_HEADER.toLowerCase()),
      ),
    );
    const text = await answer.text();
    // A host without queries sends no total.
    response
      .writeHead(answer.status, sent)
      .end(isWhole ? text.replace(/,"total":\d+\}$/, '}') : text);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    paths,
    stop: () => server.close(),
  };
}

async function read(request: AsyncIterable<Buffer>): Promise<Uint8Array<ArrayBuffer>> {
  const parts: Buffer[] = [];
  for await (const part of request) parts.push(part);
  return new Uint8Array(Buffer.concat(parts));
}
