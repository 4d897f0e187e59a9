import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { participant } from '../../app/lib/core/entities/participant';
import { demoSignIns } from '../../backend/demo-study/users';
import { sqlOn } from '../support/database';
import { findFreePort } from '../support/firestore';
import { runs, sweep } from '../support/full';
import { malformedReads } from '../support/malformed-reads';
import {
  malformedFiles,
  malformedRequests,
  manyRows,
  type Targets,
} from '../support/malformed-requests';
import { type RunningPanel, startPanel } from '../support/panel';
import { getRequest, postRequest } from '../support/raw-request';
import { builtCli } from '../support/run';
import { Visitor } from '../support/visitor';
import { expectHarmless, REPORT_CPU, type WatchedServer } from '../support/watched-server';

/**
 * The time limit of a test in milliseconds, which is long enough for a busy machine. A server that hangs exceeds the
 * limit of a single request.
 */
const LIMIT_MS = runs(600_000, 3_600_000);

let panel: RunningPanel;
let server: WatchedServer;
/** The header lines of a signed-in administrator, and of one whose session has expired. */
let signedIn: Record<string, string>;
let expired: Record<string, string>;

beforeAll(async () => {
  const cpuPort = await findFreePort();
  panel = await startPanel(
    {
      DEMO_DATA: 'on',
      SIGN_IN_ATTEMPTS: '1000000',
      ACCOUNT_REQUESTS: '1000000',
      CPU_REPORT_PORT: String(cpuPort),
    },
    { command: ['node', '--import', REPORT_CPU, ...builtCli, 'start'] },
  );
  server = { url: panel.url, pid: panel.pid, cpuPort, output: panel.output };
  expired = { Cookie: await signIn() };
  await sqlOn(panel.dataDir, 'update session set seen_at = seen_at - 86400000', []);
  signedIn = { Cookie: await signIn() };
}, 120_000);
afterAll(() => panel.stop());

async function signIn(): Promise<string> {
  const { username, password } = demoSignIns.administrator;
  return (await new Visitor(panel.url).signIn(username, password)).cookieHeader;
}

/**
 * The names of form fields. They do not suffice for the hashing of a password, which takes more processor time than a
 * request may use.
 */
const names = {
  signedOut: ['email', 'password[0]', 'confirmation', '_token', '_version', 'f'],
  signedIn: [
    'quiz_question',
    'quiz_options',
    'quiz_options[0].answer',
    'quiz_options[1].answer',
    'quiz_options[0].id',
    'facility_name',
    '_file_facility_thumbnailUrl',
    'country_name',
    '__intent__',
    '_version',
    '_token',
    '_next',
    'list',
    'file',
    'category',
    'menu',
    'to',
    'session',
    'participant',
  ],
};

/** The names of the inputs in a row, by the name of their list. */
const lists = {
  quiz_options: ['id', 'answer', 'correct'],
  resource_items: ['id', 'question', 'answer'],
};

/** Sends requests to the targets. A third of them are GET requests to the paths of `reads`. */
function check(targets: Targets, reads: readonly string[], numRuns: number) {
  const requests = fc.oneof(
    { weight: 2, arbitrary: malformedRequests(targets) },
    { weight: 1, arbitrary: malformedReads({ paths: reads, senders: targets.senders }) },
  );
  return fc.assert(
    fc.asyncProperty(requests, async (request) => {
      await expectHarmless(server, request);
    }),
    // Does not search for a smaller example, because every example fails after a crash of the server.
    { numRuns, endOnFailure: true },
  );
}

it(
  'survives malformed requests without a session and with an expired session',
  async () => {
    const paths = [
      '/login',
      '/login.data',
      '/create-account',
      '/reset-password',
      '/change-password/0',
    ];
    const closed = [
      '/facility/add',
      '/quiz/edit/1',
      '/import',
      '/upload/facility/facility_thumbnailUrl',
    ];
    const targets = { paths: [...paths, ...closed, '/nothing'], names: names.signedOut };
    const reads = [
      ...['/login', '/create-account', '/reset-password', '/change-password/#', '/nothing/#'],
      ...['/participants', '/phone/edit/#', '/undo/#', '/profile/password', '/files/#'],
    ];
    await check({ ...targets, senders: [{}, expired] }, reads, runs(120, 4_000));
  },
  LIMIT_MS,
);

it(
  'survives malformed requests of a signed-in user',
  async () => {
    const paths = [
      '/quiz/add',
      '/quiz/edit/1',
      '/resource/add',
      '/facility/add',
      '/facility/add.data',
      '/country/edit/1',
      '/country/delete/999999',
      '/import',
      '/upload/facility/facility_thumbnailUrl',
      '/upload/resource/resource_attachment',
      '/send-messages',
      '/preferences',
      '/profile',
      '/profile/password',
      '/undo/#',
      '/bin/restore/#',
      '/view/participants',
      '/view/#',
      '/search',
      '/search/suggestions',
      '/filters/participants',
      '/filters/#',
      '/export-as/participants',
      '/export-as/#',
      '/exported/#',
    ];
    const reads = [
      ...['/participants', '/participants.data', '/phones', '/columns/participants', '/columns/#'],
      ...['/filters/participants', '/filters/#'],
      ...['/export-as/participants', '/export-as/#', '/exported/#', '/exported/#/data'],
      ...['/participant/view/#', '/participant/report/#', '/participant/report/#/file'],
      ...['/participant/erase/#', '/participant/withdraw/#', '/erasure/#'],
      ...['/phone/edit/#', '/history/participant/#', '/history/#/1'],
      ...['/undo/#', '/view/#', '/export/#', '/audit/access/#', '/profile/access/#', '/import/#'],
      ...['/bin/restore/#', '/files/#', '/profile/password', '/create-account'],
      '/change-password/#',
    ];
    const targets = { paths, names: names.signedIn, lists, senders: [signedIn] };
    await check(targets, reads, runs(120, 4_000));
  },
  LIMIT_MS,
);

describe('a long address', () => {
  const fields = Array.from({ length: 2_000 }, (_, n) => `a[${n}]=1`).join('&');
  /** Queries with characters that HTML escapes with up to six characters, or that addresses encode with three. */
  const queries = [fields, '&'.repeat(12_000), "'".repeat(12_000), '<"'.repeat(6_000)];
  const paths = ['/bin/restore/x', '/country/edit/99999', '/country/edit/1/', '/undo/x', '/view/x'];

  async function open(target: string) {
    return expectHarmless(server, {
      bytes: getRequest(target, signedIn),
      halfClose: false,
      echoed: 0,
    });
  }

  it.each([...paths, '/participants', '/login'])('is refused at %s', async (path) => {
    const answer = await open(`${path}?${fields}`.slice(0, 8_051));
    expect(answer.status).toBe(414);
    expect(answer.body.toString()).toMatch(/^This address is too long/);
  });

  it.each(paths)('is answered with a refusal of at most 64 kB at %s', async (path) => {
    for (const query of queries)
      for (const length of [1_300, 4_000, 8_200]) await open(`${path}?${query}`.slice(0, length));
  });

  it.each(['/phone/edit/', '/participant/view/', '/discussion/edit/'])(
    'is answered with a refusal of at most 64 kB when the id at %s is long',
    async (path) => {
      for (const id of ['x', "'", '%26', '%C3%A9'])
        for (const length of [500, 1_000, 1_300, 8_200]) {
          const count = Math.floor((length - path.length) / id.length);
          const answer = await open(path + id.repeat(count));
          if (length > 1_000) expect(answer.status).toBe(414);
        }
    },
  );

  it('is accepted when it has all columns and a filter on each', async () => {
    const names = participant.list.columns.map(({ field }) => field);
    const filters = names.map((name) => `${name}=No+answer`).join('&');
    const address = `/participants?cols=${names.join(',')}&size=1&${filters}`;
    const answer = await fetch(panel.url + address, { headers: signedIn, redirect: 'manual' });
    expect(answer.status).toBe(302);
    expect(answer.headers.get('Location')).toMatch(/^\/participants\?.*view=/);
  });
});

describe('a body of very many parts', () => {
  const field = 'Content-Disposition: form-data; name="email"\r\n';
  const file = 'Content-Disposition: form-data; name="f"; filename="a"\r\n';
  it.each([
    ['empty parts', '--b\r\n\r\n\r\n', 2_110],
    ['empty fields', `--b\r\n${field}\r\n\r\n`, 2_110],
    ['empty files', `--b\r\n${file}\r\n\r\n`, 2_110],
    ['empty attachments', '--b\r\nContent-Disposition: attachment\r\n\r\n\r\n', 2_110],
    ['boundaries', '--b\r\n', 600_000],
    ['boundaries after a line break', '\r\n--b', 600_000],
    ['final boundaries', '--b--\r\n', 430_000],
    ['beginnings of boundaries', '\r\n--', 750_000],
    ['headers', 'X: y\r\n', 500_000],
  ])('costs little and is answered when it holds %s', async (_what, piece, count) => {
    const type = { 'Content-Type': 'multipart/form-data; boundary=b' };
    const content = `--b\r\n${field}\r\nx\r\n${piece.repeat(count)}`;
    for (const body of [content, piece.repeat(count)])
      for (const path of ['/login', '/facility/add']) {
        const bytes = postRequest(path, body, type);
        const answer = await expectHarmless(server, { bytes, halfClose: false, echoed: 1 });
        expect(answer.status).toBeGreaterThan(0);
      }
  });
});

describe.each([
  ['a page with script', {}],
  ['a light page', { 'Save-Data': 'on' }],
])('a refused form of many rows, returned as %s', (_what, sender) => {
  const forms = [
    ['/quiz/add', 'quiz_options', ''],
    ['/quiz/edit/1', 'quiz_options', ''],
    ['/resource/add', 'resource_items', '&r_type=2'],
  ] as const;
  const cases = forms.flatMap((form) =>
    ['', 'x', '"', 'x'.repeat(300)].flatMap((value) =>
      [1, 2, 3].map((width) => [...form, width, value.slice(0, 2), value] as const),
    ),
  );
  it.each(sweep(cases, ([, , , width]) => width === 3))(
    'has no more bytes than a refusal may: %s %s%s, %i inputs of “%s”',
    async (path, list, more, width, _start, value) => {
      const form = manyRows(list, lists[list].slice(0, width), 200, value);
      const headers = { ...signedIn, ...sender, 'Content-Type': form.type };
      const bytes = postRequest(path, `${form.content}${more}`, headers);
      const answer = await expectHarmless(server, { bytes, halfClose: false, echoed: form.echoed });
      expect(answer.status).toBe(400);
    },
  );
});

it(
  'survives malformed files of the import',
  async () => {
    await fc.assert(
      fc.asyncProperty(
        malformedFiles,
        fc.constantFrom('.csv', '.json', ''),
        async (file, ending) => {
          const content = `${'--b\r\nContent-Disposition: form-data; name="list"\r\n\r\ncountries\r\n'}${`--b\r\nContent-Disposition: form-data; name="file"; filename="rows${ending}"\r\n\r\n`}${file}\r\n--b--\r\n`;
          const type = { 'Content-Type': 'multipart/form-data; boundary=b' };
          const bytes = postRequest('/import', content, { ...signedIn, ...type });
          await expectHarmless(server, { bytes, halfClose: false, echoed: 0 }, 'busy');
        },
      ),
      { numRuns: runs(15, 1_000), endOnFailure: true },
    );
  },
  LIMIT_MS,
);
