import { createServer, type IncomingMessage, type RequestListener, type Server } from 'node:http';

/** The limits that a server puts on its clients' connections; docs/operations.md lists the numbers. */
export interface ConnectionLimits {
  connections: number;
  /** Header lines of a request. Node limits their bytes to 16 kB. */
  headers: number;
  /** The time for a complete request header, from its first byte or, for the first request, from connecting. */
  headerMs: number;
  /** In each period of this length a body must bring `minBodyBytes`; the time for the whole body is not limited. */
  bodyMs: number;
  minBodyBytes: number;
  /** The time after which a connection is closed that carries no data in either direction. */
  inactivityMs: number;
  /**
   * The time between two requests of a connection. It must be longer than a proxy's (nginx: 60 s); otherwise a
   * proxy may send a request on a connection that the server is closing.
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

/** The interval at which Node checks for incomplete headers that have exceeded their time. */
const CHECK_INTERVAL_MS = 5_000;

/** Creates a server whose limits suit slow links: an upload of 25 MB may take hours if it keeps making progress. */
export function createLimitedServer(answer: RequestListener, limits = panelLimits): Server {
  const server = createServer(
    { connectionsCheckingInterval: CHECK_INTERVAL_MS },
    (request, response) => {
      // Node would drop the excess headers, and those may be the ones in which the proxy names the client.
      if (request.rawHeaders.length > 2 * limits.headers) {
        response.shouldKeepAlive = false;
        response.writeHead(431, { 'Content-Type': 'text/plain' }).end('Too many headers.\n');
        return;
      }
      watchBody(request, limits);
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

/** Closes the connection when the body arrives too slowly or not at all. */
function watchBody(request: IncomingMessage, { bodyMs, minBodyBytes }: ConnectionLimits): void {
  const { headers, socket } = request;
  if (!('content-length' in headers) && !('transfer-encoding' in headers)) return;
  let seen = socket.bytesRead;
  const timer = setInterval(() => {
    // While the panel leaves data unread, no more can arrive: the client is not the slow side.
    const isExpectingData = !request.complete && request.readableLength === 0;
    if (isExpectingData && socket.bytesRead - seen < minBodyBytes) socket.destroy();
    seen = socket.bytesRead;
  }, bodyMs);
  request.once('close', () => clearInterval(timer));
}
