import { appendFileSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { Selectable } from 'kysely';
import { expect, it } from 'vitest';
import {
  appendEntries,
  auditLogChain,
  auditTables,
  makeAuditPart,
  verifyAudit,
} from '../../../backend/audit/chain';
import { takeKeys } from '../../../backend/audit/sign-heads';
import type { StudyTables } from '../../../backend/db/study-tables';
import { findCheckpointFile } from '../../../shared/checkpoints/checkpoint-file';
import { noteRestore } from '../../../shared/checkpoints/restore-note';
import { checkCheckpoints } from '../../../shared/checkpoints/verify-checkpoints';
import {
  acknowledgeChains,
  type CheckpointOptions,
} from '../../../shared/checkpoints/write-checkpoints';
import type { KeyRing } from '../../../shared/keys/key-ring';
import { onPostgres, sqlOn } from '../../support/database';
import { tempFolder } from '../../support/folders';
import { runs } from '../../support/full';
import { getKeys, TEST_KEY, testKeys } from '../../support/keys';
import { startHost, type TestHost } from '../../support/start-host';
import { take } from '../../support/take';

type ChainHeads = Selectable<StudyTables['chain_head']>[];

const entry = {
  audit_username: 'ann',
  audit_action: null,
  audit_description: null,
  audit_date: '2026-03-01 14:30:15',
};
const entries = (n: number, title = 'Users') =>
  Array.from({ length: n }, () => ({ ...entry, audit_title: title }));

function makeSetup() {
  const dataDir = path.join(tempFolder(), 'data');
  const folder = path.join(path.dirname(dataDir), 'checkpoints');
  const failures: string[] = [];
  const checkpoints: CheckpointOptions = {
    folder,
    minutes: 60,
    onFailure: (error) => void failures.push(String(error)),
  };
  const file = findCheckpointFile(folder);
  return { dataDir, checkpoints, failures, folder, file };
}

type Setup = ReturnType<typeof makeSetup>;
const open = ({ dataDir, checkpoints }: Setup, keys = testKeys) =>
  startHost({ dataDir, checkpoints, keys });
const getLines = ({ file }: Setup) =>
  readFileSync(file, 'utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));

/** Returns everything that audit:verify would report. */
async function verify({ file }: Setup, { db }: TestHost, ring: KeyRing | null = testKeys.ring) {
  const report = checkCheckpoints(readFileSync(file, 'utf8'), ring ?? undefined, auditTables);
  const { expected, since } = report;
  const reports = await verifyAudit(db, {
    ring: ring ?? undefined,
    expected,
    checkpointsSince: since,
  });
  return [...report.errors, ...reports.flatMap(({ errors }) => errors)];
}

/**
 * Creates a host with five entries before a checkpoint and two after it. Returns the rows and heads as of the
 * checkpoint.
 */
async function hostWithCheckpoint(setup: Setup) {
  const first = await open(setup);
  await appendEntries(first.db, auditLogChain, entries(3));
  const early = await first.db.selectFrom('chain_head').selectAll().execute();
  await appendEntries(first.db, auditLogChain, entries(2));
  await first.close();
  const host = await open(setup);
  return { host, early };
}

async function putBack(setup: Setup, host: TestHost, early: ChainHeads, to: number) {
  const trigger = `drop trigger audit_entry_no_delete${onPostgres ? ' on audit_entry' : ''}`;
  await sqlOn(setup.dataDir, trigger);
  await sqlOn(setup.dataDir, `delete from audit_entry where audit_id > ${to}`);
  for (const { chain_table, ...head } of early)
    await host.db
      .updateTable('chain_head')
      .set(head)
      .where('chain_table', '=', chain_table)
      .execute();
}

it('a host whose folder for checkpoints cannot be written reports this, and works', async () => {
  const setup = makeSetup();
  const taken = path.join(tempFolder(), 'taken');
  writeFileSync(taken, '');
  setup.checkpoints.folder = taken;
  const host = await open(setup);
  expect(setup.failures).toEqual([expect.stringMatching(/EEXIST|ENOTDIR/)]);
  const answer = await host.post('audit/update', { uusername: 'ann', utitle: 'Users' });
  expect(answer.succeeded).toBe(true);
  await host.close();
  expect(setup.failures).toHaveLength(2);
});

it('a host writes a checkpoint when it starts and stops unless nothing was added, to a file that only its owner can read', async () => {
  const setup = makeSetup();
  const { host } = await hostWithCheckpoint(setup);
  await host.close();
  expect(setup.failures).toEqual([]);
  expect(statSync(setup.file).mode & 0o777).toBe(0o600);
  const lines = getLines(setup);
  expect(lines.map(({ event, heads }) => [event, heads[0].table, heads[0].id])).toEqual([
    ['checkpoint', 'audit_entry', 0],
    ['checkpoint', 'audit_entry', 5],
  ]);
  expect(lines[1].key).toBe(testKeys.ring.current.id);
  expect(readFileSync(setup.file, 'utf8')).not.toContain(TEST_KEY);
});

it('checkpoints reveal an emptied log, and removed entries even if an earlier head is put back with its signature', async () => {
  const setup = makeSetup();
  const { host, early } = await hostWithCheckpoint(setup);
  expect(await verify(setup, host)).toEqual([]);
  await putBack(setup, host, early, 3);
  expect(await verify(setup, host)).toEqual([
    expect.stringMatching(/^The log ends with entry 3, but the checkpoint of .+ had 5 entries/),
  ]);
  await host.close();
  // The next start also reports the shorter log, and does not fail.
  const again = await open(setup);
  expect(setup.failures).toContainEqual(
    expect.stringMatching(/audit_entry ends with entry 3, but the checkpoint of .+ had 5/),
  );
  await appendEntries(again.db, auditLogChain, entries(9, 'Forged'));
  expect(await verify(setup, again)).toEqual([
    expect.stringMatching(/^Entry 5 differs from the one in the checkpoint of/),
  ]);
  await sqlOn(setup.dataDir, 'delete from audit_entry');
  expect(await verify(setup, again)).toContainEqual(
    expect.stringMatching(/^The log is empty, but the checkpoint of/),
  );
});

it('the check of the file of checkpoints detects lines that were changed, removed or signed with an unknown key', async () => {
  const setup = makeSetup();
  const { host } = await hostWithCheckpoint(setup);
  await appendEntries(host.db, auditLogChain, entries(1));
  await host.close();
  const text = readFileSync(setup.file, 'utf8');
  const [first, second, third] = take(text.trim().split('\n'), 3);
  const errors = (lines: string[], ring: KeyRing | undefined = testKeys.ring) =>
    checkCheckpoints(`${lines.join('\n')}\n`, ring, auditTables).errors;
  expect(errors([first, second, third])).toEqual([]);
  expect(errors([first, third])).toEqual([expect.stringMatching(/before line 2 was changed, rem/)]);
  expect(errors([second, third])).toEqual([expect.stringMatching(/before line 1 was changed/)]);
  expect(errors([first, second.replace('"id":5', '"id":4'), third])).toEqual([
    'Line 2 was changed: its signature is not valid.',
    expect.stringMatching(/before line 3 was changed/),
  ]);
  expect(errors([first, second], getKeys('another-key-of-more-than-32-characters').ring)).toEqual([
    expect.stringMatching(/^The last line is signed with the key .+, which is not available/),
  ]);
  expect(checkCheckpoints(text, undefined, auditTables).errors).toEqual([]);
});

it('the check of the file of checkpoints skips a line whose writing was interrupted, and notes this', async () => {
  const setup = makeSetup();
  const { host } = await hostWithCheckpoint(setup);
  appendFileSync(setup.file, '{"time":"2026-');
  await appendEntries(host.db, auditLogChain, entries(1));
  await host.close();
  const report = checkCheckpoints(readFileSync(setup.file, 'utf8'), testKeys.ring, auditTables);
  expect(report).toMatchObject({ count: 3, errors: [] });
  expect(report.notes).toEqual([expect.stringMatching(/^Line 3 cannot be read/)]);
});

it('a shorter log is accepted after an acknowledgement, and once after a restore that left a signed note', async () => {
  const setup = makeSetup();
  const { host, early } = await hostWithCheckpoint(setup);
  await putBack(setup, host, early, 3);
  await noteRestore(makeAuditPart(host.db), testKeys.ring, '2026-03-01');
  const [note] = take(
    await host.db
      .selectFrom('host_setting')
      .selectAll()
      .where('name', '=', 'audit-restored')
      .execute(),
    1,
  );
  await host.close();
  const again = await open(setup);
  expect(setup.failures).toEqual([]);
  expect(await verify(setup, again)).toEqual([]);
  await appendEntries(again.db, auditLogChain, entries(4));
  await again.close();
  // The same note is not accepted a second time.
  const third = await open(setup);
  await sqlOn(setup.dataDir, 'delete from audit_entry where audit_id > 3');
  await putBackHeads(third, early);
  await third.db.insertInto('host_setting').values(note).execute();
  await third.close();
  const fourth = await open(setup);
  expect(await verify(setup, fourth)).toContainEqual(
    expect.stringMatching(/^The log ends with entry 3/),
  );
  await takeKeys(fourth.db, testKeys, { acknowledge: true });
  const part = makeAuditPart(fourth.db);
  await acknowledgeChains([part], testKeys.ring, setup.folder, 'the disk was replaced');
  expect(await verify(setup, fourth)).toEqual([]);
  expect(
    checkCheckpoints(readFileSync(setup.file, 'utf8'), testKeys.ring, auditTables).notes,
  ).toEqual([
    expect.stringMatching(/restored: restored at .+ from the backup of 2026-03-01/),
    expect.stringMatching(/acknowledged: the disk was replaced/),
  ]);
});

async function putBackHeads({ db }: TestHost, heads: ChainHeads) {
  for (const { chain_table, ...head } of heads)
    await db.updateTable('chain_head').set(head).where('chain_table', '=', chain_table).execute();
}

it('checkpoints after a rotation are signed with the new key; earlier ones stay valid without the earlier key', async () => {
  const setup = makeSetup();
  const { host } = await hostWithCheckpoint(setup);
  await host.close();
  const other = 'another-key-of-more-than-32-characters';
  const rotated = await open(setup, getKeys(other, TEST_KEY));
  expect(getLines(setup).at(-1).key).toBe(getKeys(other).ring.current.id);
  expect(await verify(setup, rotated, getKeys(other).ring)).toEqual([]);
  expect(await verify(setup, rotated, null)).toEqual([]);
});

it('checkpoints reveal that the signatures of the heads were removed and made anew', async () => {
  const setup = makeSetup();
  const { host } = await hostWithCheckpoint(setup);
  await host.close();
  await sqlOn(setup.dataDir, 'update chain_head set head_key = null, head_signature = null');
  await sqlOn(setup.dataDir, 'delete from host_setting');
  const again = await open(setup);
  expect(await verify(setup, again)).toEqual(
    Array(3).fill(
      expect.stringMatching(/^The head claims to be signed since .+ removed after that/),
    ),
  );
});

it('verifying 10,000 entries, in the full run 100,000, takes less than 15 seconds of processor time', async () => {
  const setup = makeSetup();
  const host = await open(setup);
  for (let n = 0; n < runs(1, 10); n += 1)
    await appendEntries(host.db, auditLogChain, entries(10_000));
  const start = process.cpuUsage();
  expect(await verify(setup, host)).toEqual([]);
  const { user, system } = process.cpuUsage(start);
  console.log(
    `verified ${runs(10, 100)},000 entries in ${Math.round((user + system) / 1000)} ms of processor`,
  );
  expect((user + system) / 1e6).toBeLessThan(15);
});
