import { setImmediate } from 'node:timers/promises';
import { beforeAll, expect, it } from 'vitest';
import { settleAccesses } from '~/lib/core/access/collect-accesses.server';
import { openStore, writeUnsynced } from '~/lib/core/server/store.server';
import {
  action as add,
  loader as emptyForm,
} from '../../app/routes/_signed-in+/_administration+/color.add';
import {
  action as change,
  loader as form,
} from '../../app/routes/_signed-in+/_administration+/color.edit.$eid';
import { callRoute, signedInAs } from '../support/call-route';
import { recordStatements } from '../support/record-statements';

let administrator: string;
beforeAll(async () => {
  administrator = await signedInAs('administrator');
});

let count = 0;

async function openSqliteStore() {
  const store = await openStore();
  if (!('sqlite' in store)) throw new Error('the test needs SQLite');
  return store.sqlite;
}

/** Opens a form, and returns a function that posts it with new values. */
async function openColorForm(path: string) {
  const eid = /\d+/.exec(path)?.[0];
  const call = { cookie: administrator, ...(eid !== undefined && { params: { eid } }) };
  const { data } = await callRoute(eid === undefined ? emptyForm : form, path, call);
  const { token, version } = data as { token: string; version: string };
  const color_name = `Counted ${++count}`;
  const values = { color_name, color_code: '#1B7F5C', c_status: '1' };
  return () =>
    callRoute(eid === undefined ? add : change, path, {
      ...call,
      form: { ...values, _token: token, _version: version },
    });
}

/** Posts a form and records its statements, without those that delete old rows, which run once a minute. */
async function recordSave(path: string) {
  const save = await openColorForm(path);
  await settleAccesses();
  // The audit entry of the view is added in the background, which on SQLite only takes turns of the event loop.
  for (let turn = 0; turn < 100; turn += 1) await setImmediate();
  let location = '';
  const { statements, ...commits } = await recordStatements(await openSqliteStore(), async () => {
    const { status, headers } = await save();
    expect(status).toBe(302);
    location = headers.get('location') ?? '';
  });
  const isRepeated = (statement: string) =>
    !/^delete from .* \("(created|saved)_at" </.test(statement);
  return { statements: statements.filter(isRepeated), commits, location };
}

it('a write that need not be synced does not change how later writes are committed', async () => {
  const sqlite = await openSqliteStore();
  const readMode = () => sqlite.pragma('synchronous', { simple: true });
  const full = readMode();
  await expect(
    writeUnsynced(async () => {
      expect(readMode()).not.toBe(full);
      throw new Error('refused');
    }),
  ).rejects.toThrow('refused');
  expect(readMode()).toBe(full);
});

it('a save waits once for the disk, and runs few statements', async () => {
  const { location } = await recordSave('/color/add');
  // The record with its audit entry and its history, the result of the form, and the message for the next page.
  const synced = 1;
  // The session is read before the form, after it, and for the message.
  const added = await recordSave('/color/add');
  expect(added.commits).toEqual({ synced, unsynced: 0 });
  expect(added.statements, added.statements.join('\n')).toHaveLength(21);
  const changed = await recordSave(location);
  expect(changed.commits).toEqual({ synced, unsynced: 0 });
  expect(changed.statements, changed.statements.join('\n')).toHaveLength(20);
});

it.each([
  ['audit_entry', "insert on audit_entry when new.audit_action = 'Add'"],
  ['record_change', "insert on record_change when new.action = 'Add'"],
  ['idempotency_key', 'insert on idempotency_key'],
  ['session', "update on session when new.data like '%toast%'"],
])('a save whose row of %s cannot be stored saves nothing', async (_, event) => {
  const sqlite = await openSqliteStore();
  const count = (name: string) => sqlite.prepare(`select count(*) from ${name}`).pluck().get();
  const readCounts = () => ['color', 'record_change', 'pending_change'].map(count);
  const save = await openColorForm('/color/add');
  const before = readCounts();
  sqlite.exec(`create trigger refuse before ${event} begin select raise(abort, 'refused'); end`);
  try {
    const { status, data } = await save();
    expect([status, JSON.stringify(data)]).toEqual([400, expect.stringContaining('Counted')]);
  } finally {
    sqlite.exec('drop trigger refuse');
  }
  expect(readCounts()).toEqual(before);
  // The same form is saved once it is possible, once.
  expect((await save()).status).toBe(302);
  expect((await save()).status).toBe(302);
  expect(readCounts()).toEqual([Number(before[0]) + 1, Number(before[1]) + 1, before[2]]);
});
