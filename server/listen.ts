import type { IncomingMessage, Server, ServerResponse } from 'node:http';

/** Listens and tells the port, which the system chooses for 0. Throws one sentence. */
export function listen(server: Server, port: number, host: string): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) =>
      reject(
        new Error(
          error.code === 'EADDRINUSE'
            ? `Port ${port} is in use: stop what uses it, or set PORT to another one.`
            : `The panel could not listen on ${host}:${port}: ${error.message}`,
        ),
      ),
    );
    server.listen(port, host, () => {
      const address = server.address();
      resolve(typeof address === 'object' && address ? address.port : port);
    });
  });
}

/** Until the databases are open. */
export function answerStarting(_request: IncomingMessage, response: ServerResponse): void {
  response.writeHead(503, { 'Retry-After': '2', 'Content-Type': 'text/plain' });
  response.end('The panel is starting.\n');
}
