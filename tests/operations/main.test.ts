import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { tempFolder } from '../support/folders';
import { builtCli } from '../support/run';
import { startHost } from '../support/start-host';

/** Runs `npm run host`. Returns the process, its output, and a function that waits for a text in the output. */
function runHost(env: Record<string, string>) {
  const child = spawn(process.execPath, [...builtCli, 'host'], {
    env: { NODE_ENV: 'test', PATH: process.env.PATH, ...env },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  onTestFinished(() => void child.kill('SIGKILL'));
  const output = { text: '' };
  child.stderr.setEncoding('utf8');
  child.stderr.on('data', (text: string) => {
    output.text += text;
  });
  const waitFor = async (wanted: RegExp) => {
    while (!wanted.test(output.text)) await once(child.stderr, 'data');
    return wanted.exec(output.text)?.[1] ?? '';
  };
  return { child, output, waitFor };
}

describe('npm run host', () => {
  it('refuses a folder that is in use and settings that are not valid, and says why', async () => {
    const { dataDir } = await startHost();
    const second = runHost({ DATA_DIR: dataDir, PORT: '0' });
    expect(await once(second.child, 'close')).toEqual([1, null]);
    expect(second.output.text).toContain(
      `The data folder ${dataDir} is in use by another process.\n`,
    );
    expect(second.output.text).not.toContain('    at ');

    const odd = runHost({ STUDY_TIME_ZONE: 'Nowhere/Land', HOST_TOKEN: 'short' });
    expect(await once(odd.child, 'close')).toEqual([1, null]);
    expect(odd.output.text).toMatch(
      /HOST_TOKEN is not valid: .*\n.*STUDY_TIME_ZONE is not valid: must be an IANA time zone/,
    );
  });

  it('answers only requests with the token that it has made, and stops on SIGTERM', async () => {
    const dataDir = path.join(tempFolder(), 'data');
    const { child, output, waitFor } = runHost({
      DATA_DIR: dataDir,
      PORT: '0',
      SIGN_IN_ATTEMPTS: '1',
    });
    const address = await waitFor(/listens on (\S+)/);
    expect(await waitFor(/change-password\/(\S+)/)).toHaveLength(43);
    const tokenFile = path.join(dataDir, 'host-token');
    expect(statSync(tokenFile).mode & 0o777).toBe(0o600);

    expect((await fetch(`${address}/user/list`)).status).toBe(401);
    const token = readFileSync(tokenFile, 'utf8').trim();
    expect(output.text).toContain(tokenFile);
    expect(output.text).not.toContain(token);
    const authorization = `Bearer ${token}`;
    const answer = await fetch(`${address}/user/list`, { headers: { authorization } });
    expect((await answer.json()).items[0]).toMatchObject({ user_username: 'admin' });

    const guess = () =>
      fetch(`${address}/login`, {
        method: 'POST',
        headers: { authorization },
        body: new URLSearchParams({ username: 'admin', password: 'wrong' }),
      });
    expect([(await guess()).status, (await guess()).status]).toEqual([200, 429]);

    child.kill('SIGTERM');
    expect(await once(child, 'close')).toEqual([0, null]);
  });
});
