import { appendFileSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { makeHistoryPart, signHistory } from 'backend/history/chain';
import type { HistoryStore } from 'backend/history/identities';
import { completePending, storePending } from 'backend/history/pending';
import { verifyHistory } from 'backend/history/verify';
import { expect, it, onTestFinished } from 'vitest';
import {
  appendEntries,
  auditLogChain,
  auditTables,
  makeAuditPart,
  verifyAudit,
} from '../../../backend/audit/chain';
import { migrations } from '../../../backend/db/migrations';
import type { StudyTables } from '../../../backend/db/study-tables';
import { findCheckpointFile } from '../../../shared/checkpoints/checkpoint-file';
import { noteRestore } from '../../../shared/checkpoints/restore-note';
import { checkCheckpoints } from '../../../shared/checkpoints/verify-checkpoints';
import { acknowledgeChains, startCheckpoints } from '../../../shared/checkpoints/write-checkpoints';
import { migrateToLatest } from '../../../shared/db/migrate';
import { emptyDatabase } from '../../support/database';
import { tempFolder } from '../../support/folders';
import { getKeys, TEST_KEY, testKeys } from '../../support/keys';
import { startHost } from '../../support/start-host';

const { ring } = testKeys;

async function openStore(): Promise<HistoryStore> {
  const db = await emptyDatabase<StudyTables>();
  onTestFinished(() => db.destroy());
  await migrateToLatest(db, migrations);
  await signHistory({ db, ring });
  return { db, ring };
}

function makeSetup() {
  const folder = path.join(tempFolder(), 'checkpoints');
  const failures: string[] = [];
  const onFailure = (error: unknown) => void failures.push(String(error));
  const file = findCheckpointFile(folder);
  return { folder, failures, file, options: { folder, minutes: 60, onFailure } };
}

type Setup = ReturnType<typeof makeSetup>;

async function change(store: HistoryStore, count = 1): Promise<void> {
  for (let n = 0; n < count; n++) {
    const pending = await storePending(
      store,
      {
        ...{ entity: 'country', recordId: '7', username: 'ann', action: 'Update' },
        fields: [{ field: 'country_name', before: 'Zambia', after: `Zambia ${n}` }],
      },
      'here',
    );
    await completePending(store, pending, 'made');
  }
}

/** Starts and stops the writer of a panel with a remote API host. Both write a checkpoint if something has changed. */
async function write(store: HistoryStore, { options }: Setup, keys = ring): Promise<void> {
  const part = makeHistoryPart(store);
  await (await startCheckpoints([part], keys, options)).stop();
}

const getLines = ({ file }: Setup) =>
  readFileSync(file, 'utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));

/** Returns everything that history:verify would report. */
async function verify(store: HistoryStore, { file }: Setup): Promise<string[]> {
  const report = checkCheckpoints(readFileSync(file, 'utf8'), ring, ['record_change']);
  const { errors } = await verifyHistory(store, report.expected.record_change);
  return [...report.errors, ...errors];
}

/** Removes all changes but the first ones, and puts back the head as it was after them. */
async function putBack(store: HistoryStore, head: object, to: number): Promise<void> {
  await store.db.deleteFrom('record_change').where('seq', '>', to).execute();
  await store.db.updateTable('history_head').set(head).execute();
}

const getHead = ({ db }: HistoryStore) =>
  db.selectFrom('history_head').selectAll().executeTakeFirstOrThrow();

it('checkpoints reveal changes that were removed, even if an earlier head is put back with its signature', async () => {
  const setup = makeSetup();
  const store = await openStore();
  await change(store, 3);
  const early = await getHead(store);
  await change(store, 2);
  await write(store, setup);
  expect(await verify(store, setup)).toEqual([]);
  await putBack(store, early, 3);
  // Without the checkpoints, nothing is noticed.
  expect((await verifyHistory(store)).errors).toEqual([]);
  expect(await verify(store, setup)).toEqual([
    expect.stringMatching(
      /^The history ends with change 3, but the checkpoint of .+ had 5 changes/,
    ),
  ]);
  // The next start also reports the shorter history, and does not fail.
  await write(store, setup);
  expect(setup.failures).toEqual([
    expect.stringMatching(
      /record_change ends with entry 3, but the checkpoint of .+ had 5: run npm run history:verify/,
    ),
  ]);
  await change(store, 4);
  expect(await verify(store, setup)).toEqual([
    expect.stringMatching(/^Change 5 differs from the one in the checkpoint of/),
  ]);
});

it('checkpoints reveal an emptied history', async () => {
  const setup = makeSetup();
  const store = await openStore();
  const empty = await getHead(store);
  await change(store, 2);
  await write(store, setup);
  await putBack(store, empty, 0);
  await store.db.deleteFrom('record_identity').execute();
  expect((await verifyHistory(store)).errors).toEqual([]);
  const isEmptied = [
    expect.stringMatching(/^The history is empty, but the checkpoint of .+ had 2/),
  ];
  expect(await verify(store, setup)).toEqual(isEmptied);
  // A head without a signature counts as that of a new history.
  await putBack(store, { ...empty, key: null, signature: null }, 0);
  expect((await verifyHistory(store)).errors).toEqual([]);
  expect(await verify(store, setup)).toEqual(isEmptied);
});

it('a checkpoint is written only if the history or the key has changed', async () => {
  const setup = makeSetup();
  const store = await openStore();
  await change(store);
  await write(store, setup);
  await write(store, setup);
  expect(getLines(setup)).toHaveLength(1);
  const other = 'another-key-of-more-than-32-characters';
  const rotated = { db: store.db, ring: getKeys(other, TEST_KEY).ring };
  await signHistory(rotated);
  await write(store, setup, rotated.ring);
  expect(getLines(setup).map(({ key }) => key)).toEqual([
    ring.current.id,
    getKeys(other).ring.current.id,
  ]);
});

it('a head without a valid signature gets no checkpoint', async () => {
  const setup = makeSetup();
  const store = await openStore();
  await change(store);
  await write(store, setup);
  await store.db.updateTable('history_head').set({ last_seq: 0, last_digest: '' }).execute();
  await write(store, setup);
  expect(getLines(setup)).toHaveLength(1);
  expect(setup.failures).toContainEqual(
    expect.stringContaining('no valid signature: run npm run history:verify'),
  );
});

it('a shorter history is accepted after an acknowledgement, and once after a restore that left a signed note', async () => {
  const setup = makeSetup();
  const store = await openStore();
  await change(store, 3);
  const early = await getHead(store);
  await change(store, 2);
  await write(store, setup);
  await putBack(store, early, 3);
  const part = makeHistoryPart(store);
  await noteRestore(part, ring, '2026-03-01');
  const notes = store.db.selectFrom('shared_setting').selectAll();
  const note = await notes.where('name', '=', 'audit-restored').executeTakeFirstOrThrow();
  await write(store, setup);
  expect(setup.failures).toEqual([]);
  expect(await verify(store, setup)).toEqual([]);
  await change(store, 4);
  await write(store, setup);
  // The same note is not accepted a second time.
  await putBack(store, early, 3);
  await store.db.insertInto('shared_setting').values(note).execute();
  await write(store, setup);
  const ends = [expect.stringMatching(/^The history ends with change 3, but the .+ had 7 changes/)];
  expect(await verify(store, setup)).toEqual(ends);
  await acknowledgeChains([part], ring, setup.folder, 'the disk was replaced');
  expect(await verify(store, setup)).toEqual([]);
  const { notes: said } = checkCheckpoints(readFileSync(setup.file, 'utf8'), ring, [
    'record_change',
  ]);
  expect(said).toEqual([
    expect.stringMatching(/restored: restored at .+ from the backup of 2026-03-01/),
    expect.stringMatching(/acknowledged: the disk was replaced/),
  ]);
});

it('with the embedded host, a checkpoint has the heads of the audit log and of the history, which are accepted separately', async () => {
  const setup = makeSetup();
  const store = await openStore();
  const host = await startHost();
  const auditPart = makeAuditPart(host.db);
  const parts = [auditPart, makeHistoryPart(store)] as const;
  const entry = { ...{ audit_username: 'ann', audit_title: 'Users', audit_action: null } };
  const addEntry = () =>
    appendEntries(host.db, auditLogChain, [
      { ...entry, audit_description: null, audit_date: '2026-03-01 14:30:15' },
    ]);
  const verifyLog = async () => {
    const { errors, expected } = checkCheckpoints(
      readFileSync(setup.file, 'utf8'),
      ring,
      auditTables,
    );
    const reports = await verifyAudit(host.db, { ring, expected });
    return [...errors, ...reports.flatMap((report) => report.errors)];
  };
  const writer = await startCheckpoints(parts, ring, setup.options);
  await change(store, 2);
  const early = await getHead(store);
  await change(store);
  await addEntry();
  await writer.stop();
  const lines = getLines(setup);
  expect(lines).toHaveLength(2);
  expect(lines[1].heads.map(({ table, id }: { table: string; id: number }) => [table, id])).toEqual(
    [
      ['audit_entry', 1],
      ['login_entry', 0],
      ['log_entry', 0],
      ['record_change', 3],
    ],
  );
  expect([await verifyLog(), await verify(store, setup)]).toEqual([[], []]);

  // Accepting the audit log accepts no shorter history.
  await putBack(store, early, 2);
  await acknowledgeChains([auditPart], ring, setup.folder, 'restored');
  expect(await verifyLog()).toEqual([]);
  const isShorter = [
    expect.stringMatching(/^The history ends with change 2, but .+ had 3 changes/),
  ];
  expect(await verify(store, setup)).toEqual(isShorter);
  await (await startCheckpoints(parts, ring, setup.options)).stop();
  expect(setup.failures).toEqual([expect.stringMatching(/record_change ends with entry 2/)]);
  expect(await verify(store, setup)).toEqual(isShorter);
  // A log whose head is forged does not prevent checkpoints of the history.
  await host.db.updateTable('chain_head').set({ head_signature: 'forged' }).execute();
  await change(store, 5);
  await (await startCheckpoints(parts, ring, setup.options)).stop();
  expect(getLines(setup).at(-1).heads).toEqual([expect.objectContaining({ id: 7 })]);
});

it('a file of a version without checkpoints of the history still verifies, and the next checkpoint is added to it', async () => {
  const setup = makeSetup();
  const host = await startHost();
  await (await startCheckpoints([makeAuditPart(host.db)], ring, setup.options)).stop();
  const store = await openStore();
  await change(store, 2);
  expect(await verify(store, setup)).toEqual([]);
  expect(checkCheckpoints(readFileSync(setup.file, 'utf8'), ring, ['record_change'])).toMatchObject(
    { count: 0, last: undefined, errors: [] },
  );
  appendFileSync(setup.file, '{"time":"2026-');
  const parts = [makeAuditPart(host.db), makeHistoryPart(store)] as const;
  await (await startCheckpoints(parts, ring, setup.options)).stop();
  expect(setup.failures).toEqual([]);
  expect(await verify(store, setup)).toEqual([]);
  const { count, notes } = checkCheckpoints(readFileSync(setup.file, 'utf8'), ring, auditTables);
  expect([count, notes]).toEqual([2, [expect.stringMatching(/^Line 2 cannot be read/)]]);
});
