import type { Server } from 'node:http';

const STOP_LIMIT_MS = 10_000;

/** On SIGTERM and SIGINT: finishes the requests in flight, does `settle`, and ends the process. */
export function stopOnSignal(server: Server, settle: () => Promise<void>): void {
  for (const signal of ['SIGTERM', 'SIGINT'] as const) {
    process.once(signal, () => {
      setTimeout(() => process.exit(1), STOP_LIMIT_MS).unref();
      server.close(async () => {
        await settle();
        process.exit(0);
      });
      server.closeIdleConnections();
    });
  }
}
