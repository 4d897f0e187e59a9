import { setTimeout } from 'node:timers/promises';
import { expect, it, onTestFinished } from 'vitest';
import { defined } from '../../shared/defined';
import { createDatabase, onDatabase } from '../support/database';
import { tempFolder } from '../support/folders';
import { type RunningPanel, startPanel } from '../support/panel';
import { envelope, startRecordingHost } from '../support/recording-host';
import { ann } from '../support/remote';
import { Visitor } from '../support/visitor';

/** Longer than the interval at which panels check the intents, shorter than the time that an owner may be missing. */
const SESSION_LOST_MS = 8_000;
/** Longer than the time after which panels take over the intents of an owner that is missing. */
const OWNER_MISSING_MS = 25_000;

const onServer = (statement: string) =>
  onDatabase(String(process.env.TEST_DATABASE_URL), statement);

/** Creates a host that answers no save until `finish`, and a database for panels that use it. */
async function installation() {
  const host = await startRecordingHost();
  onTestFinished(() => void host.stop());
  host.on('login', () => envelope([ann]));
  const finish = new Map<string, () => void>();
  host.on('color/update', ({ fields }) => {
    const item = { color_id: finish.size + 1, color_name: fields.uname };
    return new Promise((resolve) => {
      finish.set(defined(fields.uname), () => resolve(envelope([item])));
    });
  });
  const url = await createDatabase();
  const name = new URL(url).pathname.slice(1);
  onTestFinished(async () => void (await onServer(`drop database ${name} with (force)`)));
  return {
    name,
    /** Lets the host answer the save of this color. */
    finish: (color: string) => finish.get(color)?.(),
    async start(): Promise<RunningPanel> {
      const panel = await startPanel({
        DATABASE_URL: url,
        DATA_DIR: tempFolder(),
        API_HOST_URL: host.url,
        API_TIMEOUT_MS: '120000',
        SESSION_RECHECK_SECONDS: '3600',
      });
      onTestFinished(() => panel.stop());
      return panel;
    },
    /** Starts to save a color, and resolves when the host has received it. */
    async beginSave(panel: RunningPanel, like: Visitor, color: string) {
      const visitor = await new Visitor(panel.url, like).open('/color/add');
      const body = visitor.getBody('Save', { Name: color, Color: '#1B7F5C', Status: 'Active' });
      const status = visitor
        .request('/color/add', { method: 'POST', body })
        .then(async (answer) => {
          await answer.body?.cancel();
          return answer.status;
        })
        .catch(() => 'cut');
      await expect.poll(() => finish.has(color)).toBe(true);
      return { status };
    },
    /** Returns the descriptions of the audit entries of saves that the host has received. */
    entries: () =>
      host
        .to('audit/update')
        .filter(({ fields }) => fields.utitle === 'Colors' && fields.uaction !== 'View')
        .map(({ fields }) => fields.udescription),
    stored: () =>
      onDatabase(url, 'select state from audit_intent order by created_at', [], 'study'),
  };
}

it('the intent of a killed panel becomes one audit entry; running panels keep their intents', async () => {
  const { start, beginSave, finish, entries, stored } = await installation();
  const [one, other] = await Promise.all([start(), start(), start()]);
  const visitor = await new Visitor(one.url).signIn();
  const killed = await beginSave(one, visitor, 'Killed');
  const living = await beginSave(other, visitor, 'Living');
  one.signal('SIGKILL');
  expect(await killed.status).toBe('cut');
  await expect.poll(entries, { timeout: 120_000 }).toEqual(['Adding color: outcome unknown']);
  // A panel that starts now also finds the intent of the running one.
  await start();
  await setTimeout(OWNER_MISSING_MS);
  expect(await stored()).toEqual([{ state: 'open' }]);
  finish('Living');
  expect(await living.status).toBe(302);
  await expect.poll(stored).toEqual([]);
  expect(entries()).toEqual(['Adding color: outcome unknown', 'Added color 2']);
});

it('a panel keeps its intent when its session at the database server is lost', async () => {
  const { name, start, beginSave, finish, entries, stored } = await installation();
  const [one] = await Promise.all([start(), start()]);
  const visitor = await new Visitor(one.url).signIn();
  const save = await beginSave(one, visitor, 'Living');
  const sessions = `from pg_locks where locktype = 'advisory' and objsubid = 2
    and database = (select oid from pg_database where datname = '${name}')`;
  // Both panels have a session of their own, with which each can check whether the other one runs.
  await expect.poll(() => onServer(`select 1 ${sessions}`)).toHaveLength(2);
  await onServer(`alter database ${name} with allow_connections false`);
  const lost = await onServer(`select pg_terminate_backend(pid) ${sessions}`);
  expect(lost).toHaveLength(2);
  await setTimeout(SESSION_LOST_MS);
  await onServer(`alter database ${name} with allow_connections true`);
  finish('Living');
  expect(await save.status).toBe(302);
  await expect.poll(stored).toEqual([]);
  expect(entries()).toEqual(['Added color 1']);
});
