import { createHash, createHmac } from 'node:crypto';
import { type FileHandle, mkdir, open } from 'node:fs/promises';
import path from 'node:path';
import { z } from 'zod';
import type { RootKey } from '../keys/key-ring';

const NAME = 'audit-checkpoints.jsonl';
/**
 * The number of bytes read from the end of the file: much longer than a line, which has six digests and a
 * sentence.
 */
const TAIL_BYTES = 64 * 1024;

const headSchema = z.object({ table: z.string(), id: z.number().int(), digest: z.string() });

/** The end of a chain. Ids have no gaps, so the last id is also the number of entries. */
export type Head = z.infer<typeof headSchema>;

const contentSchema = z.object({
  /** The time of the checkpoint (ISO 8601). */
  time: z.string(),
  /**
   * `restored` and `acknowledged` allow the chains of the line to differ from earlier checkpoints; `note` gives the
   * reason.
   */
  event: z.enum(['checkpoint', 'restored', 'acknowledged']),
  note: z.string().optional(),
  /** The heads of chains. Lines of earlier versions do not have the heads of the history. */
  heads: z.array(headSchema),
  /** The id of the key that signs this line. */
  key: z.string(),
  /** The SHA-256 of the previous line; empty in the first line. */
  previous: z.string(),
});
const schema = contentSchema.extend({ signature: z.string() });

export type Checkpoint = z.infer<typeof schema>;
type CheckpointContent = Pick<Checkpoint, 'event' | 'note' | 'heads'>;

/** Returns the path of the checkpoint file in a folder. */
export function findCheckpointFile(folder: string): string {
  return path.join(folder, NAME);
}

/**
 * Parses a line. Returns undefined if it is not a checkpoint, for example because writing it was interrupted.
 */
export function parseCheckpoint(line: string): Checkpoint | undefined {
  try {
    return schema.parse(JSON.parse(line));
  } catch {
    return undefined;
  }
}

/** Returns the signature of a checkpoint with this key. */
export function signCheckpoint(checkpoint: Omit<Checkpoint, 'signature'>, key: RootKey): string {
  // Parsing puts the fields in the order of the schema, so that their order in a line does not matter.
  return createHmac('sha256', key.derive('audit checkpoint'))
    .update(JSON.stringify(contentSchema.parse(checkpoint)))
    .digest('hex');
}

/** Returns the SHA-256 digest of a line, to which the next line refers. */
export function hashLine(line: string): string {
  return createHash('sha256').update(line).digest('hex');
}

/** A checkpoint file that is open for appending. */
export interface CheckpointFile {
  /** The last head of each table in the file, with the time of its line. */
  readonly heads: ReadonlyMap<string, Head & { time: string }>;
  /** The id of the key that has signed the last line. */
  readonly key: string | undefined;
  /** Appends a line, and resolves when the line is on the disk. */
  add(content: CheckpointContent, key: RootKey): Promise<void>;
  close(): Promise<void>;
}

/**
 * Opens the checkpoint file for appending, which also works if the file is append-only (`chattr +a`). If the file does
 * not exist, creates it, readable only by its owner.
 */
export async function openCheckpoints(folder: string): Promise<CheckpointFile> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const handle = await open(findCheckpointFile(folder), 'a+', 0o600);
  const heads = new Map<string, Head & { time: string }>();
  let key: string | undefined;
  const remember = (checkpoint: Pick<Checkpoint, 'heads' | 'time' | 'key'>) => {
    for (const head of checkpoint.heads) heads.set(head.table, { ...head, time: checkpoint.time });
    key = checkpoint.key;
  };
  for (const checkpoint of (await readTail(handle)).checkpoints) remember(checkpoint);
  return {
    heads,
    get key() {
      return key;
    },
    async add(content, signer) {
      const { text, isComplete } = await readTail(handle);
      const unsigned = {
        ...content,
        time: new Date().toISOString(),
        key: signer.id,
        previous: text === undefined ? '' : hashLine(text),
      };
      const line = JSON.stringify({ ...unsigned, signature: signCheckpoint(unsigned, signer) });
      await handle.appendFile(`${isComplete ? '' : '\n'}${line}\n`);
      await handle.sync();
      remember(unsigned);
    },
    close: () => handle.close(),
  };
}

/**
 * Reads the end of the file. Returns its checkpoints, the line of the last checkpoint, and whether the file ends with a
 * complete line.
 */
async function readTail(handle: FileHandle) {
  const { size } = await handle.stat();
  const start = Math.max(0, size - TAIL_BYTES);
  const tail = Buffer.alloc(size - start);
  await handle.read(tail, 0, tail.length, start);
  const lines = tail.toString('utf8').split('\n');
  return {
    text: lines.findLast((line) => parseCheckpoint(line) !== undefined),
    checkpoints: lines.flatMap((line) => parseCheckpoint(line) ?? []),
    isComplete: size === 0 || lines.at(-1) === '',
  };
}
