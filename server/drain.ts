import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import { Server as NetServer, type Socket } from 'node:net';
import { setImmediate as nextRound, setTimeout as wait } from 'node:timers/promises';

/**
 * The time in milliseconds for which connections without a request stay open, so that a request that is being
 * sent is still answered.
 */
const IDLE_MS = 1_000;
/** The maximum time in milliseconds for which a steady stream of new connections can delay stopping. */
const ACCEPT_MS = 2_000;
/** The maximum time in milliseconds between looking for new connections and closing the port. */
const CLOSE_MS = 5;
const CHECK_INTERVAL_MS = 25;

/** Stops a server after it has answered every request that has arrived. */
export interface Drain {
  /** Makes every further response ask its client to open a new connection. */
  begin(): void;
  /**
   * Stops accepting connections, waits for the responses and closes the server. Aborts the remaining requests
   * after `limitMs` milliseconds. Returns the number of aborted requests.
   */
  end(limitMs: number): Promise<number>;
}

/** Tracks the connections and requests of a server. Must be called before the server listens. */
export function createDrain(server: Server): Drain {
  const connections = new Set<Socket>();
  const underWay = new Map<ServerResponse, Socket>();
  let accepted = 0;
  let draining = false;
  server.on('connection', (socket: Socket) => {
    accepted += 1;
    connections.add(socket);
    socket.once('close', () => connections.delete(socket));
  });
  // Runs before the listener that answers the request.
  server.prependListener('request', ({ socket }: IncomingMessage, response: ServerResponse) => {
    underWay.set(response, socket);
    response.once('close', () => underWay.delete(response));
    if (draining) response.shouldKeepAlive = false;
  });

  function begin(): void {
    draining = true;
    for (const response of underWay.keys()) response.shouldKeepAlive = false;
  }

  /**
   * Accepts the connections that the operating system has already established. Closing the port would reset
   * them. Node accepts one connection in each round of the event loop. Clients also connect during a round in which
   * requests are answered, so the last round must be a short one.
   */
  async function acceptAll(): Promise<void> {
    const end = performance.now() + ACCEPT_MS;
    let before: number;
    let start: number;
    do {
      before = accepted;
      start = performance.now();
      await nextRound();
      await nextRound();
    } while (
      (accepted > before || performance.now() - start > CLOSE_MS) &&
      performance.now() < end
    );
  }

  function closeIdle(): void {
    const busy = new Set(underWay.values());
    for (const socket of connections) if (!busy.has(socket)) socket.destroySoon();
  }

  async function end(limitMs: number): Promise<number> {
    const limit = performance.now() + limitMs;
    begin();
    await acceptAll();
    // Does not use close() of http.Server, which drops connections whose request has arrived but has not been
    // read yet.
    NetServer.prototype.close.call(server);
    const idleEnd = performance.now() + IDLE_MS;
    while (connections.size > 0 && performance.now() < limit) {
      if (performance.now() > idleEnd) closeIdle();
      await wait(CHECK_INTERVAL_MS);
    }
    const cut = underWay.size;
    server.closeAllConnections();
    return cut;
  }

  return { begin, end };
}
