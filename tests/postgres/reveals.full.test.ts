import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { demoSignIns } from '../../backend/demo-study/users';
import { createDatabase, onDatabase } from '../support/database';
import { type RunningPanel, startPanel } from '../support/panel';
import { Visitor } from '../support/visitor';

const { username, password } = demoSignIns.researcher;
/** Matches a complete number of the demo study. */
const COMPLETE = /\+260\d{9}/;
const folder = mkdtempSync(path.join(tmpdir(), 'reveals-'));
let url: string;
let panels: RunningPanel[];

const start = (name: string) =>
  startPanel({
    DATABASE_URL: url,
    DATA_DIR: path.join(folder, name),
    FILES_DIR: path.join(folder, 'files'),
    DEMO_DATA: 'on',
    MASK_IDENTIFIERS: 'on',
    // Reveals wait for each other, which takes a while on a busy machine.
    API_TIMEOUT_MS: '60000',
  });

beforeAll(async () => {
  url = await createDatabase();
  panels = await Promise.all([start('one'), start('other')]);
});
afterAll(async () => {
  await Promise.all(panels.map((panel) => panel.stop()));
  rmSync(folder, { recursive: true, force: true });
  const server = new URL(String(process.env.TEST_DATABASE_URL)).href;
  await onDatabase(server, `drop database ${new URL(url).pathname.slice(1)} with (force)`);
});

it('two panels ask together for a proof at the 20th reveal of a user, also if all are pressed at once', async () => {
  const [one, other] = panels.map((panel) => panel.url);
  const visitor = await new Visitor(String(one)).signIn(username, password);
  await visitor.open('/last-seen');
  expect(visitor.html).not.toMatch(COMPLETE);
  const [button] = visitor.page.getAllByRole<HTMLButtonElement>('button', { name: /Reveal$/ });
  const value = button?.form?.querySelector<HTMLInputElement>('input[name=value]')?.value ?? '';
  const reveal = async (base: unknown, proof?: string) => {
    const body = new URLSearchParams({ value, ...(proof ? { _proof: proof } : {}) });
    const request = { method: 'POST', body };
    const response = await new Visitor(String(base), visitor).request('/reveal', request);
    return { status: response.status, isShown: COMPLETE.test(await response.text()) };
  };
  const answers = await Promise.all(
    [...Array(12).fill(one), ...Array(12).fill(other)].map((base) => reveal(base)),
  );
  expect(answers.filter(({ isShown }) => isShown)).toHaveLength(19);
  for (const { status, isShown } of answers) expect(status).toBe(isShown ? 200 : 400);
  expect(await reveal(other, 'wrong')).toEqual({ status: 400, isShown: false });
  expect(await reveal(one)).toEqual({ status: 400, isShown: false });
  expect(await reveal(other, password)).toEqual({ status: 200, isShown: true });
  expect(await reveal(one)).toEqual({ status: 200, isShown: true });
  const logged = await onDatabase(
    url,
    "select count(*) as n from access_log where access_kind = 'Reveal'",
    [],
    'study',
  );
  expect(Number(Object(logged[0]).n)).toBe(21);
});
