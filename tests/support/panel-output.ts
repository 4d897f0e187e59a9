import { z } from 'zod';
import { defined } from '../../shared/defined';
import type { RunningPanel } from './panel';

/**
 * Returns the log of a panel or a host. Omits lines that are not JSON, such as those with the accounts of the demo
 * study.
 */
export function readLog(panel: Pick<RunningPanel, 'output'>): string {
  const lines = panel.output().split('\n');
  return lines.filter((line) => line.startsWith('{')).join('\n');
}

/** Returns the metrics of a panel that has been started with METRICS_PORT. */
export async function readMetrics(panel: RunningPanel): Promise<string> {
  const lines = readLog(panel).split('\n');
  const line = defined(lines.find((one) => one.includes('"metrics are served"')));
  const { port } = z.object({ port: z.number() }).parse(JSON.parse(line));
  const headers = { connection: 'close' };
  return (await fetch(`http://127.0.0.1:${port}/metrics`, { headers })).text();
}
