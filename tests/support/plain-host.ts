import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { QUERIES_HEADER } from '../../shared/list/queries-header';

export interface PlainHost {
  url: string;
  /** The paths of the requests, without their queries. */
  paths: string[];
  stop(): void;
}

/**
 * Starts an API host that passes each request on to the host at `target`, but sends whole lists and counts nothing, as
 * hosts in the field do.
 */
export async function startPlainHost(target: string): Promise<PlainHost> {
  const paths: string[] = [];
  const server = createServer(async (request, response) => {
    const [path = '', query] = (request.url ?? '').split('?');
    paths.push(path);
    if (/^\/list-(summary|values)\//.test(path)) {
      response.writeHead(404, { 'content-type': 'text/html' }).end('<h1>Not Found</h1>');
      return;
    }
    const body = ['GET', 'HEAD'].includes(request.method ?? '') ? undefined : await read(request);
    const { host: _, connection: __, ...headers } = request.headers;
    const isList = /\/list(\/|$)/.test(path);
    const answer = await fetch(target + path + (query && !isList ? `?${query}` : ''), {
      method: request.method,
      headers: headers as Record<string, string>,
      body,
    });
    const sent = Object.fromEntries(
      [...answer.headers].filter(
        ([name]) =>
          !['content-encoding', 'content-length', 'transfer-encoding', QUERIES_HEADER].includes(
            name,
          ),
      ),
    );
    const text = await answer.text();
    response
      .writeHead(answer.status, sent)
      .end(isList ? text.replace(/,"total":\d+\}$/, '}') : text);
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
