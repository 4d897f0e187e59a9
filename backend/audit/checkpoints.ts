import { readFile } from 'node:fs/promises';
import { getDialect } from 'shared/db/dialect-of';
import type { KeyRing } from 'shared/keys/key-ring';
import type { Database } from '../db/types';
import { checkHead, readHead } from './chain-head';
import {
  type Checkpoint,
  type CheckpointContent,
  findCheckpointFile,
  openCheckpoints,
} from './checkpoint-file';
import { RESTORED_SETTING, readRestoreNote } from './restore-note';

export interface CheckpointOptions {
  folder: string;
  /** Minutes between checkpoints; 0 turns them off. */
  minutes: number;
  /** Called when a checkpoint cannot be written, and when the log is shorter than at the last checkpoint. */
  onFailure: (error: unknown) => void;
}

/**
 * Writes signed checkpoints of the audit log to a file outside the database: at the start, at intervals and on
 * `stop`, if the log, the key or a restore note has changed. Reports failures to `onFailure` instead of throwing, and
 * delays no requests.
 */
export async function startCheckpoints(
  db: Database,
  ring: KeyRing,
  { folder, minutes, onFailure }: CheckpointOptions,
): Promise<{ stop(): Promise<void> }> {
  if (minutes === 0) return { stop: async () => {} };
  let writing = Promise.resolve();
  const write = () => {
    writing = writing.then(() => writeCheckpoint(db, ring, folder, onFailure)).catch(onFailure);
    return writing;
  };
  await write();
  const timer = setInterval(() => void write(), minutes * 60_000);
  timer.unref();
  return {
    stop() {
      clearInterval(timer);
      return write();
    },
  };
}

/** Adds a line that accepts the log as it is now. Throws when the line cannot be written. */
export async function acknowledgeLog(
  db: Database,
  ring: KeyRing,
  folder: string,
  note: string,
): Promise<void> {
  await getDialect(db).alone(db, async () => {
    const file = await openCheckpoints(folder);
    try {
      await file.add({ event: 'acknowledged', note, heads: await readHeads(db) }, ring.current);
    } finally {
      await file.close();
    }
  });
}

/** Adds a checkpoint line unless nothing has changed since the last line. */
async function writeCheckpoint(
  db: Database,
  ring: KeyRing,
  folder: string,
  onFailure: (error: unknown) => void,
): Promise<void> {
  // Takes a lock, because several hosts may write to the same file and each line refers to the previous one.
  await getDialect(db).alone(db, async () => {
    await syncEntries(db);
    const heads = await readHeads(db, ring);
    const file = await openCheckpoints(folder);
    try {
      const last = file.last.checkpoint;
      const restored = await readRestoreNote(db, ring);
      const isUsed = restored && (await isInFile(folder, restored));
      if (restored && !isUsed)
        await file.add({ event: 'restored', note: restored, heads }, ring.current);
      else {
        for (const sentence of describeShorterLogs(heads, last)) onFailure(new Error(sentence));
        if (!isSame(heads, last) || last?.key !== ring.current.id)
          await file.add({ event: 'checkpoint', heads }, ring.current);
      }
    } finally {
      await file.close();
    }
    await db.deleteFrom('host_setting').where('name', '=', RESTORED_SETTING).execute();
  });
}

/**
 * Syncs all entries to the disk, because commits of import threads are not synced. Otherwise, the log could be shorter
 * than its checkpoint after a power cut. The update changes no value, but its commit also syncs all earlier commits.
 */
async function syncEntries(db: Database): Promise<void> {
  await db
    .updateTable('chain_head')
    .set((eb) => ({ last_id: eb.ref('last_id') }))
    .execute();
}

/**
 * Returns the heads of all chains. With `ring`, throws when a head has no valid signature, because a checkpoint
 * would legitimize it.
 */
async function readHeads(db: Database, ring?: KeyRing): Promise<CheckpointContent['heads']> {
  const rows = await db.selectFrom('chain_head').selectAll().orderBy('chain_table').execute();
  return rows.map((row) => {
    const head = readHead(row);
    if (ring && checkHead(head, ring) !== 'signed')
      throw new Error(
        `The head of ${head.table} has no valid signature: run npm run audit:verify.`,
      );
    return { table: head.table, id: head.lastId, digest: head.lastDigest };
  });
}

/**
 * Returns whether the file already contains this restore note. A note is accepted only once, so that a copy of it
 * cannot excuse another shortened log.
 */
async function isInFile(folder: string, note: string): Promise<boolean> {
  return (await readFile(findCheckpointFile(folder), 'utf8')).includes(JSON.stringify(note));
}

function isSame(heads: CheckpointContent['heads'], last: Checkpoint | undefined): boolean {
  return last !== undefined && JSON.stringify(last.heads) === JSON.stringify(heads);
}

function describeShorterLogs(
  heads: CheckpointContent['heads'],
  last: Checkpoint | undefined,
): string[] {
  return heads.flatMap(({ table, id }) => {
    const noted = last?.heads.find((head) => head.table === table)?.id ?? 0;
    return id < noted
      ? [
          `${table} ends with entry ${id}, but the checkpoint of ${last?.time} had ${noted}: run npm run audit:verify.`,
        ]
      : [];
  });
}
