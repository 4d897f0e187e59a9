import { createHash, createHmac } from 'node:crypto';
import { type FileHandle, mkdir, open } from 'node:fs/promises';
import path from 'node:path';
import type { RootKey } from 'shared/keys/key-ring';
import { z } from 'zod';

const NAME = 'audit-checkpoints.jsonl';
/**
 * The number of bytes read from the end of the file: much longer than a line, which has three digests and a
 * sentence.
 */
const TAIL_BYTES = 64 * 1024;

const contentSchema = z.object({
  /** The time of the checkpoint (ISO 8601). */
  time: z.string(),
  /**
   * `restored` and `acknowledged` allow the log to differ from earlier checkpoints; `note` gives the reason.
   */
  event: z.enum(['checkpoint', 'restored', 'acknowledged']),
  note: z.string().optional(),
  /** The end of each chain. Ids have no gaps, so the last id is also the number of entries. */
  heads: z.array(z.object({ table: z.string(), id: z.number().int(), digest: z.string() })),
  /** The id of the key that signs this line. */
  key: z.string(),
  /** The SHA-256 of the previous line; empty in the first line. */
  previous: z.string(),
});
const schema = contentSchema.extend({ signature: z.string() });

export type Checkpoint = z.infer<typeof schema>;
export type CheckpointContent = Pick<Checkpoint, 'event' | 'note' | 'heads'>;

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

/**
 * Opens the file for appending, which also works for a file that is append-only (`chattr +a`). Creates it,
 * readable by its owner only, if it does not exist.
 */
export async function openCheckpoints(folder: string) {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const handle = await open(findCheckpointFile(folder), 'a+', 0o600);
  return {
    last: await readLast(handle),
    /** Appends a line, and resolves when it is on the disk. */
    async add(content: CheckpointContent, key: RootKey): Promise<void> {
      const { text, isComplete } = await readLast(handle);
      const unsigned = {
        ...content,
        time: new Date().toISOString(),
        key: key.id,
        previous: text === undefined ? '' : hashLine(text),
      };
      const line = JSON.stringify({ ...unsigned, signature: signCheckpoint(unsigned, key) });
      await handle.appendFile(`${isComplete ? '' : '\n'}${line}\n`);
      await handle.sync();
    },
    close: () => handle.close(),
  };
}

/** Reads the last line that is a checkpoint, and whether the file ends with a complete line. */
async function readLast(handle: FileHandle) {
  const { size } = await handle.stat();
  const start = Math.max(0, size - TAIL_BYTES);
  const tail = Buffer.alloc(size - start);
  await handle.read(tail, 0, tail.length, start);
  const lines = tail.toString('utf8').split('\n');
  const text = lines.findLast((line) => parseCheckpoint(line) !== undefined);
  return {
    text,
    checkpoint: text === undefined ? undefined : parseCheckpoint(text),
    isComplete: size === 0 || lines.at(-1) === '',
  };
}
