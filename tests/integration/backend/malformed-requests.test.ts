import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import fc from 'fast-check';
import { afterAll, beforeAll, it } from 'vitest';
import { logs } from '../../../backend/endpoints/audit';
import { uploadTargets } from '../../../backend/endpoints/uploads';
import { getAllTables } from '../../../backend/entities/tables';
import { findFreePort } from '../../support/firestore';
import { runs } from '../../support/full';
import { malformedReads } from '../../support/malformed-reads';
import { malformedFiles, malformedRequests } from '../../support/malformed-requests';
import { postRequest } from '../../support/raw-request';
import { sourceCli } from '../../support/run';
import { expectHarmless, REPORT_CPU, type WatchedServer } from '../../support/watched-server';

const LIMIT_MS = runs(600_000, 3_600_000);
const token = 'a-token-of-the-malformed-requests';
const authorized = { Authorization: `Bearer ${token}` };

let server: WatchedServer;
let stop: () => Promise<void>;

/** Starts `npm run host` with synthetic study data. */
beforeAll(async () => {
  const dataDir = mkdtempSync(path.join(tmpdir(), 'host-'));
  const cpuPort = await findFreePort();
  const child = spawn(process.execPath, ['--import', REPORT_CPU, ...sourceCli, 'host'], {
    env: {
      PATH: process.env.PATH,
      NODE_ENV: 'test',
      PORT: '0',
      DATA_DIR: dataDir,
      DEMO_DATA: 'on',
      HOST_TOKEN: token,
      CPU_REPORT_PORT: String(cpuPort),
    },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let output = '';
  child.stderr.on('data', (chunk) => {
    output += chunk;
  });
  while (!/listens on (\S+)/.test(output)) await once(child.stderr, 'data');
  const url = /listens on (\S+)/.exec(output)?.[1] ?? '';
  server = { url, pid: child.pid ?? 0, cpuPort, output: () => output };
  stop = async () => {
    if (child.exitCode === null && child.kill('SIGKILL')) await once(child, 'exit');
    rmSync(dataDir, { recursive: true, force: true });
  };
}, 120_000);
afterAll(() => stop());

const tables = getAllTables();
const paths = [
  ...tables.filter(({ save }) => save).map(({ wireName }) => `/${wireName}/update`),
  ...tables.filter(({ remove }) => remove).map(({ wireName }) => `/${wireName}/delete`),
  ...logs.map(({ table }) => `/${table.wireName}/update`),
  '/login',
  '/account/create',
  '/account/reset',
  '/account/change-password',
  '/account/change-own-password',
  '/peer/add/participant',
  '/peer/remove/participant',
  '/send-fcm-topic-message',
  '/downloadJson',
  '/bin/restore',
  '/import/cancel/#',
  '/import/moved/#',
  '/import/moved/00000000-0000-4000-8000-000000000000',
  ...Object.keys(uploadTargets).map((target) => `/upload/${target}`),
  ...tables.map(({ wireName }) => `/import/${wireName}`),
  '/nothing',
];
/** The paths of GET requests. The lists have a size, because a whole list would be larger than a refusal may be. */
const reads = [
  ...tables.map(({ wireName }) => `/${wireName}/id/#`),
  ...tables.map(({ wireName, listPath = `${wireName}/list` }) => `/${listPath}?size=5`),
  '/peer/list/participant/#?size=5',
  '/phone/number/#',
  '/import/state/#',
  '/import/changes/#',
  '/import/changes/00000000-0000-4000-8000-000000000000?record=#',
  '/files/#',
  '/nothing',
];
const names = [
  'uid',
  'user',
  'uname',
  'ucode',
  'ustatus',
  'uemail',
  'username',
  'ufilename',
  'ujson',
];
const more = [
  ...['unumber', 'uparticipant', 'uoptions', 'file', 'dryrun', 'titles', 'utitle', 'ubody'],
  ...['changes', 'last'],
];

it(
  'the host survives malformed requests to each of its paths',
  async () => {
    const senders = [authorized, authorized, {}];
    const requests = fc.oneof(
      { weight: 2, arbitrary: malformedRequests({ paths, names: [...names, ...more], senders }) },
      { weight: 1, arbitrary: malformedReads({ paths: reads, senders }) },
    );
    await fc.assert(
      fc.asyncProperty(requests, async (request) => {
        await expectHarmless(server, request);
      }),
      // Once a request has ended the server, every smaller example would fail too.
      { numRuns: runs(200, 8_000), endOnFailure: true },
    );
  },
  LIMIT_MS,
);

it(
  'the host survives malformed files in imports into every list',
  async () => {
    const wireNames = fc.constantFrom(...tables.map(({ wireName }) => wireName));
    await fc.assert(
      fc.asyncProperty(
        wireNames,
        malformedFiles,
        fc.constantFrom('0', '1'),
        async (wireName, file, dry) => {
          const field = (name: string, value: string) =>
            `--b\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`;
          const head =
            '--b\r\nContent-Disposition: form-data; name="file"; filename="rows"\r\n\r\n';
          const content = `${field('user', 'ann')}${field('dryrun', dry)}${head}${file}\r\n--b--\r\n`;
          const type = { 'Content-Type': 'multipart/form-data; boundary=b' };
          const bytes = postRequest(`/import/${wireName}`, content, { ...authorized, ...type });
          await expectHarmless(server, { bytes, halfClose: false, echoed: 0 }, 'busy');
        },
      ),
      { numRuns: runs(6, 200), endOnFailure: true },
    );
  },
  LIMIT_MS,
);
