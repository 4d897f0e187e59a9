import {
  createServer,
  type IncomingMessage,
  type RequestListener,
  type ServerResponse,
} from 'node:http';
import type { AddressInfo } from 'node:net';
import { z } from 'zod';
import type { OpenHost } from '../../../backend/start';
import { defined } from '../../../shared/defined';
import { dropDatabase, getDatabaseUrl } from '../database';
import { copyDemo } from '../demo-folder';
import { testKeys } from '../keys';
import { openHostOn } from '../open-host-on';
import type { Call } from '../recording-host';
import type { FieldProfile, Fields } from './profiles';

const envelopeSchema = z.object({
  succeeded: z.boolean(),
  message: z.string().nullable(),
  items: z.array(z.record(z.string(), z.unknown())).nullable(),
});

/**
 * Starts an API host over HTTP that stores the demo study in `dataDir`, responds like hosts of the profile, and records
 * all calls. The host does not support the list grammar.
 */
export async function startFieldHost(profile: FieldProfile, dataDir: string) {
  const calls: Call[] = [];
  const databaseUrl = await getDatabaseUrl(dataDir);
  if (!databaseUrl) copyDemo(dataDir, { DEMO_DATA: 'on' });
  const opened = await openHostOn({
    dataDir,
    databaseUrl,
    demo: true,
    keys: testKeys,
    timeZone: 'Africa/Lusaka',
    topic: 'study',
    panelUrl: 'http://panel.invalid',
    accountApproval: false,
    sendTopicMessage: async () => {},
    logError: () => {},
  });
  const strayed: string[] = [];
  const elsewhere = await listen((request, response) => {
    strayed.push(String(request.url));
    response.end();
  });
  const server = await listen((request, response) => {
    answer(profile, opened, calls, elsewhere.url, request, response).catch((error) => {
      response.statusCode = 500;
      response.end(String(error));
    });
  });
  return {
    url: server.url,
    calls,
    /** The paths of the requests that reached the other origin, to which the host redirects. */
    strayed,
    /** Returns the calls to a path, in order. */
    to: (path: string) => calls.filter((call) => call.path === path),
    /** Returns the rows of a list as the host sends them. */
    rows: async (path: string) => readRows(profile, opened, path),
    async stop() {
      await Promise.all([server.stop(), elsewhere.stop()]);
      await opened.close();
      await dropDatabase(dataDir);
    },
  };
}

export type FieldHost = Awaited<ReturnType<typeof startFieldHost>>;

async function listen(answer: RequestListener) {
  const server = createServer(answer);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    stop() {
      server.closeAllConnections();
      return new Promise((resolve) => server.close(resolve));
    },
  };
}

async function answer(
  profile: FieldProfile,
  opened: OpenHost,
  calls: Call[],
  elsewhere: string,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk);
  const bytes = Buffer.concat(chunks);
  const { pathname, search } = new URL(request.url ?? '/', 'http://host.invalid');
  const path = pathname.slice(1);
  const form = /urlencoded/.test(request.headers['content-type'] ?? '');
  const fields = Object.fromEntries(new URLSearchParams(form ? bytes.toString() : ''));
  const { method = '', headers } = request;
  calls.push({ method, path, search, headers, fields, body: bytes.toString('latin1') });

  const { lacks, redirects, uploadToken, exports } = profile;
  if (lacks?.paths.test(path)) return sendErrorPage(response, lacks.status);
  if (redirects?.test(path)) {
    response.writeHead(307, { location: `${elsewhere}/${path}` });
    return void response.end();
  }
  if (uploadToken && path.startsWith('upload/') && headers[uploadToken[0]] !== uploadToken[1])
    return sendErrorPage(response, 401);
  if (exports && path === 'downloadJson') {
    response.setHeader('content-type', 'text/csv');
    return void response.end(exports(JSON.parse(defined(fields.ujson))));
  }
  const isSave = form && path.endsWith('/update');
  const stored = isSave ? (profile.stored?.(path, fields) ?? fields) : fields;
  const body = form ? new URLSearchParams(stored as Record<string, string>) : bytes;
  const inner = await opened.host.fetch(
    new Request(`http://host.invalid/${path}`, {
      method,
      headers: {
        'content-type': form
          ? 'application/x-www-form-urlencoded'
          : (headers['content-type'] ?? ''),
      },
      body: method === 'POST' ? body : undefined,
    }),
  );
  const content = Buffer.from(await inner.arrayBuffer());
  response.statusCode = inner.status;
  response.setHeader('content-type', inner.headers.get('content-type') ?? 'text/plain');
  const known = readEnvelope(content);
  response.end(known ? JSON.stringify(adaptEnvelope(profile, path, known, isSave)) : content);
}

const LOGS: readonly string[] = ['audit', 'login', 'log'];

function adaptEnvelope(
  { row, newestFirst, refusalItems, savesAnswerNothing }: FieldProfile,
  path: string,
  { succeeded, message, items }: z.infer<typeof envelopeSchema>,
  isSave: boolean,
) {
  if (!succeeded) return { succeeded, message, items: refusalItems ?? items };
  if (isSave && savesAnswerNothing) return { succeeded, message, items: [] };
  const [entity = '', action] = path.split('/');
  // The host already sends logs with the newest entry first (wire.md).
  if (newestFirst && action === 'list' && !LOGS.includes(entity)) items?.reverse();
  return { succeeded, message, items: items?.map((item) => row?.(entity, item) ?? item) ?? null };
}

async function readRows(
  profile: FieldProfile,
  { host }: OpenHost,
  path: string,
): Promise<Fields[]> {
  const response = await host.fetch(new Request(`http://host.invalid/${path}`));
  const known = readEnvelope(Buffer.from(await response.arrayBuffer()));
  if (!known?.items) throw new Error(`the host has no list ${path}`);
  const { items } = adaptEnvelope(profile, path, known, false);
  return z.array(z.record(z.string(), z.unknown())).parse(items);
}

function readEnvelope(content: Buffer) {
  try {
    return envelopeSchema.safeParse(JSON.parse(content.toString())).data;
  } catch {
    return undefined;
  }
}

function sendErrorPage(response: ServerResponse, status: number): void {
  response.writeHead(status, { 'content-type': 'text/sendErrorPage' });
  response.end('<!doctype sendErrorPage><title>Error</title><h1>Cannot do that</h1>');
}
