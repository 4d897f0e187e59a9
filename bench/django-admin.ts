import { spawn, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { defined } from '../shared/defined';
import { listOwnFields } from '../shared/entities/declaration';
import { participant } from '../shared/entities/participant';
import { ask } from './load';
import { pinToCores } from './server';
import type { Contender } from './turns';

/** Debian's Python. Other installations of Python do not find Debian's packages. */
const PYTHON = '/usr/bin/python3';
const GUNICORN = '/usr/bin/gunicorn';
const SIGN_IN = { username: 'bench', password: 'bench' };
const START_LIMIT_MS = 20_000;

/**
 * Starts Django's admin for the same participants: one process, the same columns, ten rows a page. Installs Django
 * from Debian's packages if it is missing.
 */
export async function startDjango(
  dataDir: string,
  columns: readonly string[],
): Promise<Contender & { stop(): void }> {
  install();
  const folder = mkdtempSync(path.join(tmpdir(), 'django-'));
  const port = await findFreePort();
  const env = {
    ...process.env,
    STUDY_DATABASE: path.join(dataDir, 'study.sqlite'),
    DJANGO_DATABASE: path.join(folder, 'django.sqlite'),
    STUDY_COLUMNS: listOwnFields(participant).join(),
    STUDY_SHOWN: columns.join(),
  };
  const cwd = path.join(import.meta.dirname, 'django');
  run(PYTHON, ['-B', 'study.py', 'setup'], { cwd, env });
  const server = spawn(
    GUNICORN,
    ['--workers=1', `--bind=127.0.0.1:${port}`, '--log-level=warning', 'study:application'],
    { cwd, env: { ...env, PYTHONDONTWRITEBYTECODE: '1' }, stdio: 'inherit' },
  );
  const stop = () => {
    server.kill('SIGTERM');
    rmSync(folder, { recursive: true, force: true });
  };
  try {
    const url = `http://127.0.0.1:${port}`;
    const headers = await signIn(url);
    const pid = defined(listChildren(server.pid ?? 0)[0]);
    pinToCores(pid);
    return {
      name: "Django's admin: first page",
      pid,
      ask: () => ask(`${url}/admin/participants/participant/`, { headers }),
      stop,
    };
  } catch (error) {
    stop();
    throw error;
  }
}

function install(): void {
  if (spawnSync(GUNICORN, ['--version']).status === 0) return;
  console.log("Installing Debian's python3-django and gunicorn …");
  run('apt-get', ['install', '-y', '-qq', '--no-install-recommends', 'python3-django', 'gunicorn']);
}

function run(command: string, args: string[], options: Parameters<typeof spawnSync>[2] = {}): void {
  const { status } = spawnSync(command, args, {
    ...options,
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  if (status !== 0) throw new Error(`${command} ${args[0]} failed.`);
}

/** Returns the ids of a process's children. The children of gunicorn are its workers, which answer the requests. */
function listChildren(pid: number): number[] {
  const { stdout } = spawnSync('pgrep', ['-P', String(pid)], { encoding: 'utf8' });
  return stdout.split('\n').filter(Boolean).map(Number);
}

function findFreePort(): Promise<number> {
  return new Promise((resolve) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const address = server.address();
      server.close(() => resolve(typeof address === 'object' && address ? address.port : 0));
    });
  });
}

/** Waits for the server, signs in, and returns the headers that further requests need. */
async function signIn(url: string): Promise<Record<string, string>> {
  const login = `${url}/admin/login/`;
  const page = await waitUntilUp(login);
  const token = /csrftoken=([^;]+)/.exec(page.headers.getSetCookie().join())?.[1] ?? '';
  const answer = await fetch(login, {
    method: 'POST',
    redirect: 'manual',
    headers: { cookie: `csrftoken=${token}` },
    body: new URLSearchParams({ ...SIGN_IN, csrfmiddlewaretoken: token, next: '/admin/' }),
  });
  const session = /sessionid=([^;]+)/.exec(answer.headers.getSetCookie().join())?.[1];
  if (!session) throw new Error("The sign-in to Django's admin failed.");
  return { cookie: `sessionid=${session}` };
}

async function waitUntilUp(url: string): Promise<Response> {
  for (const end = Date.now() + START_LIMIT_MS; ; ) {
    try {
      return await fetch(url);
    } catch (error) {
      if (Date.now() > end) throw error;
      await new Promise((resolve) => setTimeout(resolve, 200));
    }
  }
}
