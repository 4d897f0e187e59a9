import { createServer, type IncomingMessage, type RequestListener, type Server } from 'node:http';
import { discardRest } from './discard-rest';

/** The limits of a server for its clients' connections. docs/operations.md lists their values. */
interface ConnectionLimits {
  connections: number;
  /** The maximum number of header lines in a request. Node limits their total size to 16 kB. */
  headers: number;
  /**
   * The maximum time in milliseconds for a complete request header, from its first byte or, for the first
   * request, from connecting.
   */
  headerMs: number;
  /**
   * The length in milliseconds of a period in which at least `minBodyBytes` of a body must arrive. The time for
   * the complete body is not limited.
   */
  bodyMs: number;
  minBodyBytes: number;
  /** The time in milliseconds after which a connection is closed if no data is sent in either direction. */
  inactivityMs: number;
  /**
   * The maximum time in milliseconds between two requests of a connection. It must be longer than the same time of the
   * proxy (nginx: 60 s); otherwise the proxy may send a request on a connection that the server is closing.
   */
  keepAliveMs: number;
}

export const panelLimits: ConnectionLimits = {
  connections: 2_000,
  headers: 100,
  headerMs: 30_000,
  bodyMs: 60_000,
  minBodyBytes: 1_024,
  inactivityMs: 300_000,
  keepAliveMs: 65_000,
};

/** The interval in milliseconds at which Node checks for incomplete headers that have exceeded their time. */
const CHECK_INTERVAL_MS = 5_000;

/**
 * Creates a server with limits that suit slow connections: an upload of 25 MB may take hours if it makes
 * progress.
 */
export function createLimitedServer(answer: RequestListener, limits = panelLimits): Server {
  const server = createServer(
    { connectionsCheckingInterval: CHECK_INTERVAL_MS },
    (request, response) => {
      if (hasBody(request)) {
        watchBody(request, limits);
        discardRest(request, response);
      }
      // Node would drop the excess headers, including those in which the proxy may name the client.
      if (request.rawHeaders.length > 2 * limits.headers) {
        response.shouldKeepAlive = false;
        response.writeHead(431, { 'Content-Type': 'text/plain' }).end('Too many headers.\n');
        return;
      }
      answer(request, response);
    },
  );
  server.maxConnections = limits.connections;
  server.headersTimeout = limits.headerMs;
  server.requestTimeout = 0;
  server.timeout = limits.inactivityMs;
  server.keepAliveTimeout = limits.keepAliveMs;
  return server;
}

function hasBody({ headers }: IncomingMessage): boolean {
  return 'content-length' in headers || 'transfer-encoding' in headers;
}

/** Closes the connection if the body of a request arrives too slowly or not at all. */
function watchBody(request: IncomingMessage, { bodyMs, minBodyBytes }: ConnectionLimits): void {
  const { socket } = request;
  let seen = socket.bytesRead;
  const timer = setInterval(() => {
    // While the panel has unread data, no more data can arrive, and the client is not the cause of the delay.
    const isExpectingData = !request.complete && request.readableLength === 0;
    if (isExpectingData && socket.bytesRead - seen < minBodyBytes) socket.destroy();
    seen = socket.bytesRead;
  }, bodyMs);
  request.once('close', () => clearInterval(timer));
}
