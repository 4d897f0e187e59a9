import { connect, createServer, type Socket } from 'node:net';

/**
 * Opens a port that passes connections on to a server. Tests can close the port as if the server had stopped, and
 * reopen it.
 */
export async function startGate(host: string, port: number) {
  const sockets = new Set<Socket>();
  let silent = false;
  const server = createServer((client) => {
    if (silent) {
      sockets.add(client.pause());
      client.on('error', () => {});
      return;
    }
    const upstream = connect(port, host);
    for (const [from, to] of [
      [client, upstream],
      [upstream, client],
    ] as const) {
      sockets.add(from);
      from.pipe(to);
      from.on('error', () => to.destroy());
      from.on('close', () => {
        sockets.delete(from);
        to.destroy();
      });
    }
  });
  const listen = (at: number) =>
    new Promise<void>((resolve) => server.listen(at, '127.0.0.1', resolve));
  await listen(0);
  const address = server.address();
  const gatePort = typeof address === 'object' && address ? address.port : 0;
  const shut = () =>
    new Promise<void>((resolve) => {
      server.close(() => resolve());
      for (const socket of sockets) socket.destroy();
    });
  return {
    port: gatePort,
    /** Closes all connections, and refuses new ones. */
    shut,
    open: () => listen(gatePort),
    /** Refuses new connections. Open connections continue to work. */
    refuse: () => void server.close(),
    /** Stops passing on data, but closes no connection. New connections are accepted, but get no response. */
    silence() {
      silent = true;
      for (const socket of sockets) socket.unpipe().pause();
    },
    /** Closes the connections that were silenced. New ones work again. */
    speak() {
      silent = false;
      for (const socket of sockets) socket.destroy();
    },
  };
}
