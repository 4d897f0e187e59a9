import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { defined } from '../shared/defined';

/** The user who signs in to the demo study. */
const ADMINISTRATOR = { email: 'mwansa@panel.example', password: 'demo-administrator' };

/**
 * Restricts the server to one core and this process to the others, if the system allows that. The ratio between the
 * measurements of two panels then compares their work, and not their shares of the processor.
 */
export function pinToCores(server: number): void {
  spawnSync('taskset', ['-acp', '0', String(server)]);
  spawnSync('taskset', ['-acp', '1-63', String(process.pid)]);
}

/** Watches a process's resident memory; `peak` is the highest seen, in MB. */
export function watchMemory(pid: number): { peak(): number; stop(): void } {
  let peak = 0;
  const measure = () => {
    const status = readFileSync(`/proc/${pid}/status`, 'utf8');
    peak = Math.max(peak, Number(/VmRSS:\s+(\d+)/.exec(status)?.[1] ?? 0) / 1_024);
  };
  const timer = setInterval(measure, 100);
  return {
    peak: () => {
      measure();
      return peak;
    },
    stop: () => clearInterval(timer),
  };
}

/** Returns the processor time of a process in milliseconds. The system counts it in hundredths of a second. */
export function getProcessorTime(pid: number): number {
  const fields = defined(readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]).split(' ');
  return (Number(fields[11]) + Number(fields[12])) * 10;
}

/** Signs in, and returns the headers that further requests need. */
export async function signIn(url: string): Promise<Record<string, string>> {
  const response = await fetch(`${url}/login`, {
    method: 'POST',
    redirect: 'manual',
    body: new URLSearchParams(ADMINISTRATOR),
    headers: { 'sec-fetch-site': 'same-origin' },
  });
  const cookie = response.headers
    .getSetCookie()
    .map((text) => text.split(';')[0])
    .join('; ');
  if (response.headers.get('location') !== '/home') throw new Error('The sign-in failed.');
  return { cookie, 'sec-fetch-site': 'same-origin' };
}

/**
 * Returns the address of a page after redirects. The panel redirects from addresses that contain data of people, such
 * as phone numbers, and the benchmarks measure the page itself.
 */
export async function resolveAddress(
  url: string,
  headers: Record<string, string>,
): Promise<string> {
  const response = await fetch(url, { headers });
  await response.text();
  if (response.status !== 200) throw new Error(`${response.url} answered ${response.status}`);
  return response.url;
}
