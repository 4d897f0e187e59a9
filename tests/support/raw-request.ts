import { connect } from 'node:net';

export interface RawAnswer {
  /** The status code, or 0 if the server closed the connection without a response. */
  status: number;
  headers: string;
  body: Buffer;
}

interface RawOptions {
  /** The number of sent bytes after which the connection is closed. */
  abortAfter?: number;
  /** True if the sending side is closed after the bytes. */
  halfClose?: boolean;
  /** The maximum time in milliseconds to wait for a response. */
  timeoutMs?: number;
}

/**
 * Sends bytes, which need not be a valid request, over a new connection. Returns the response that arrives before the
 * server closes the connection. Rejects with an error if the server does not close it in time.
 */
export function sendRaw(
  url: string,
  bytes: Buffer,
  { abortAfter, halfClose = false, timeoutMs = 60_000 }: RawOptions = {},
): Promise<RawAnswer> {
  const { hostname, port } = new URL(url);
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    const socket = connect(Number(port), hostname === 'localhost' ? '127.0.0.1' : hostname);
    const timer = setTimeout(() => {
      socket.destroy();
      reject(new Error(`no answer in ${timeoutMs} ms to:\n${bytes.subarray(0, 2_000)}`));
    }, timeoutMs);
    socket.on('data', (chunk) => chunks.push(chunk));
    // A server that refuses a request may close the connection before the whole request was sent.
    socket.on('error', () => {});
    socket.once('close', () => {
      clearTimeout(timer);
      resolve(readAnswer(Buffer.concat(chunks)));
    });
    socket.once('connect', () => {
      if (halfClose) socket.end(bytes);
      else if (abortAfter === undefined) socket.write(bytes);
      else socket.write(bytes.subarray(0, abortAfter), () => socket.destroy());
    });
  });
}

/**
 * Returns the bytes of a POST request that asks the server to close the connection after its response.
 * `headers` are added to the default headers or replace them.
 */
export function postRequest(
  path: string,
  body: Buffer | string,
  headers: Record<string, string> = {},
): Buffer {
  const bytes = Buffer.from(body as string);
  const head = requestHead('POST', path, { 'Content-Length': String(bytes.length), ...headers });
  return Buffer.concat([head, bytes]);
}

/** Returns the bytes of a GET request that asks the server to close the connection after its response. */
export function getRequest(path: string, headers: Record<string, string> = {}): Buffer {
  return requestHead('GET', path, headers);
}

function requestHead(method: string, path: string, headers: Record<string, string>): Buffer {
  const lines = Object.entries({
    Host: 'panel.example',
    Connection: 'close',
    ...headers,
  }).map(([name, value]) => `${name}: ${value}\r\n`);
  return Buffer.from(`${method} ${path} HTTP/1.1\r\n${lines.join('')}\r\n`, 'latin1');
}

function readAnswer(bytes: Buffer): RawAnswer {
  const end = bytes.indexOf('\r\n\r\n');
  const headers = bytes.subarray(0, Math.max(end, 0)).toString('latin1');
  return {
    status: Number(/^HTTP\/1\.1 (\d{3})/.exec(headers)?.[1] ?? 0),
    headers,
    body: end < 0 ? Buffer.alloc(0) : bytes.subarray(end + 4),
  };
}
