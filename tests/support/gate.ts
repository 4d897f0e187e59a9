import { connect, createServer, type Socket } from 'node:net';

/** A port in front of a server, which can be shut as if the server were stopped, and opened again. */
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
    for (const [one, other] of [
      [client, upstream],
      [upstream, client],
    ] as const) {
      sockets.add(one);
      one.pipe(other);
      one.on('error', () => other.destroy());
      one.on('close', () => {
        sockets.delete(one);
        other.destroy();
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
    shut,
    open: () => listen(gatePort),
    /** Refuses new connections; those that are open go on. */
    refuse: () => void server.close(),
    /** Loses what either side sends, without telling them; new connections are taken and hear nothing. */
    silence() {
      silent = true;
      for (const socket of sockets) socket.unpipe().pause();
    },
    /** From now on connections work; those of before are lost. */
    speak() {
      silent = false;
      for (const socket of sockets) socket.destroy();
    },
  };
}
