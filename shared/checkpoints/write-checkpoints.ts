import { readFile } from 'node:fs/promises';
import { type Chain, isSigned, lockRow } from '../chain/chain';
import { getDialect } from '../db/dialect-of';
import type { KeyRing } from '../keys/key-ring';
import {
  type CheckpointFile,
  findCheckpointFile,
  type Head,
  openCheckpoints,
} from './checkpoint-file';
import { type NotedSettings, readRestoreNote, removeRestoreNote } from './restore-note';

export interface CheckpointOptions {
  folder: string;
  /** Minutes between checkpoints; 0 turns them off. */
  minutes: number;
  /** Called when a checkpoint cannot be written, and when a chain is shorter than at the last checkpoint. */
  onFailure: (error: unknown) => void;
}

/** The chains of one database, and the table in which a restore of the database leaves its note. */
export interface CheckpointPart extends NotedSettings {
  /** The command that verifies the chains. */
  command: 'audit:verify' | 'history:verify';
  chains: readonly Chain[];
}

type Parts = readonly [CheckpointPart, ...CheckpointPart[]];

export interface CheckpointWriter {
  /** Ends the intervals and writes the last checkpoint. */
  stop(): Promise<void>;
}

/**
 * Writes signed checkpoints of all chains to a file outside the databases: at the start, at intervals and on
 * `stop`, if a chain, the key or a restore note has changed. Reports failures to `onFailure` instead of throwing, and
 * delays no requests.
 */
export async function startCheckpoints(
  parts: Parts,
  ring: KeyRing,
  { folder, minutes, onFailure }: CheckpointOptions,
): Promise<CheckpointWriter> {
  if (minutes === 0) return { stop: async () => {} };
  let writing = Promise.resolve();
  const write = () => {
    writing = writing.then(() => writeCheckpoint(parts, ring, folder, onFailure)).catch(onFailure);
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

/** Adds a line that accepts the chains of these databases as they are now. Throws when the line cannot be written. */
export async function acknowledgeChains(
  parts: Parts,
  ring: KeyRing,
  folder: string,
  note: string,
): Promise<void> {
  await withFile(parts, folder, async (file) => {
    const heads: Head[] = [];
    for (const part of parts) heads.push(...(await readHeads(part)));
    await file.add({ event: 'acknowledged', note, heads }, ring.current);
  });
}

/** Adds a checkpoint line unless nothing has changed since the last line. */
async function writeCheckpoint(
  parts: Parts,
  ring: KeyRing,
  folder: string,
  onFailure: (error: unknown) => void,
): Promise<void> {
  await withFile(parts, folder, async (file) => {
    const heads: Head[] = [];
    // If the chains of one database cannot be read, the chains of the others still get checkpoints.
    for (const part of parts)
      await settlePart(part, ring, { file, folder, onFailure })
        .then((settled) => heads.push(...settled))
        .catch(onFailure);
    if (heads.length === 0) return;
    const isSame = heads.every(({ table, id, digest }) => {
      const last = file.heads.get(table);
      return last?.id === id && last.digest === digest;
    });
    if (!isSame || file.key !== ring.current.id)
      await file.add({ event: 'checkpoint', heads }, ring.current);
  });
}

/**
 * Returns the heads of a database for a checkpoint. If a restore has left a note in the database, first adds a line
 * that accepts the heads as they are. Otherwise, reports chains that are shorter than at the last checkpoint.
 */
async function settlePart(
  part: CheckpointPart,
  ring: KeyRing,
  {
    file,
    folder,
    onFailure,
  }: { file: CheckpointFile; folder: string; onFailure: (error: unknown) => void },
): Promise<Head[]> {
  const heads = await readHeads(part, ring);
  const note = await readRestoreNote(part, ring);
  if (note && !(await isInFile(folder, note)))
    await file.add({ event: 'restored', note, heads }, ring.current);
  else
    for (const { table, id } of heads) {
      const last = file.heads.get(table);
      if (last && id < last.id)
        onFailure(
          new Error(
            `${table} ends with entry ${id}, but the checkpoint of ${last.time} had ${last.id}: run npm run ${part.command}.`,
          ),
        );
    }
  await removeRestoreNote(part);
  return heads;
}

/**
 * Returns the heads of a database's chains, once all their entries are on the disk. With keys, throws if a head has no
 * valid signature, because a checkpoint would legitimize it.
 */
async function readHeads({ db, chains, command }: CheckpointPart, ring?: KeyRing): Promise<Head[]> {
  const heads: Head[] = [];
  for (const chain of chains) {
    const head = await lockRow(db, chain);
    if (!head || (ring && !isSigned(chain, head, ring)))
      throw new Error(
        `The head of ${chain.table} is missing, or has no valid signature: run npm run ${command}.`,
      );
    heads.push({ table: chain.table, id: head.lastId, digest: head.lastDigest });
  }
  return heads;
}

/**
 * Opens the file and does the work. Other processes that use the databases cannot have the file open at the same time,
 * because each line refers to the previous line.
 */
async function withFile(
  [{ db }]: Parts,
  folder: string,
  work: (file: CheckpointFile) => Promise<void>,
): Promise<void> {
  await getDialect(db).alone(db, async () => {
    const file = await openCheckpoints(folder);
    try {
      await work(file);
    } finally {
      await file.close();
    }
  });
}

/**
 * Returns whether the file already contains this restore note. A note is accepted only once, so that a copy of it
 * cannot excuse another shortened chain.
 */
async function isInFile(folder: string, note: string): Promise<boolean> {
  return (await readFile(findCheckpointFile(folder), 'utf8')).includes(JSON.stringify(note));
}
