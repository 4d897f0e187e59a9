import type { IncomingMessage, Server, ServerResponse } from 'node:http';

/**
 * Starts to listen and returns the port. The system chooses the port if `port` is 0. Throws an error with a
 * message of one sentence.
 */
export function listen(
  server: Server,
  port: number,
  host: string,
  setting = 'PORT',
): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) =>
      reject(
        new Error(
          error.code === 'EADDRINUSE'
            ? `Port ${port} is in use: stop what uses it, or set ${setting} to another one.`
            : `Nothing can listen on ${host}:${port}: ${error.message}`,
        ),
      ),
    );
    server.listen(port, host, () => {
      const address = server.address();
      resolve(typeof address === 'object' && address ? address.port : port);
    });
  });
}

/**
 * Answers requests while the databases are being opened: the process is alive (/healthz) but not ready
 * (/readyz).
 */
export function answerStarting(request: IncomingMessage, response: ServerResponse): void {
  if (request.url === '/healthz') {
    response.writeHead(200, { 'Content-Type': 'text/plain' }).end('ok\n');
    return;
  }
  if (request.url === '/readyz') {
    response.writeHead(503, { 'Content-Type': 'application/json' });
    response.end(JSON.stringify({ ready: false, parts: { panel: 'starting' } }));
    return;
  }
  response.writeHead(503, { 'Retry-After': '2', 'Content-Type': 'text/plain' });
  response.end('The panel is starting.\n');
}
