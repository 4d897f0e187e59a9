import type { ExpectedEntry } from '../chain/verify';
import type { KeyRing } from '../keys/key-ring';
import { type Checkpoint, hashLine, parseCheckpoint, signCheckpoint } from './checkpoint-file';

export interface CheckpointsReport {
  /** The number of checkpoints of these tables that could be read. */
  count: number;
  /** The last checkpoint of these tables. */
  last?: Checkpoint;
  /** The entries that the chains must still contain, by table. */
  expected: Record<string, ExpectedEntry[]>;
  /** The time of the first checkpoint that is compared with the chains. The heads had been signed by then. */
  since?: string;
  errors: string[];
  notes: string[];
}

/**
 * Verifies the signatures of a checkpoint file's lines, and that each line refers to the previous line. Returns the
 * checkpoints of the chains in these tables, and the errors. Without keys, does not verify signatures.
 */
export function checkCheckpoints(
  text: string,
  ring: KeyRing | undefined,
  tables: readonly string[],
): CheckpointsReport {
  const errors: string[] = [];
  const notes: string[] = [];
  const checkpoints: Checkpoint[] = [];
  let previous = '';
  const lines = text.split('\n');
  const unknown = new Set<string>();
  for (const [index, line] of lines.entries()) {
    if (line === '') continue;
    const checkpoint = parseCheckpoint(line);
    if (!checkpoint) {
      notes.push(
        `Line ${index + 1} cannot be read: it was damaged, or the panel was interrupted while writing it.`,
      );
      continue;
    }
    if (checkpoint.previous !== previous)
      errors.push(`A line before line ${index + 1} was changed, removed or inserted.`);
    previous = hashLine(line);
    checkpoints.push(checkpoint);
    const key = ring?.find(checkpoint.key);
    if (key && signCheckpoint(checkpoint, key) !== checkpoint.signature)
      errors.push(`Line ${index + 1} was changed: its signature is not valid.`);
    if (ring && !key) unknown.add(checkpoint.key);
  }
  const lastKey = checkpoints.at(-1)?.key ?? '';
  if (unknown.has(lastKey))
    errors.push(`The last line is signed with the key ${lastKey}, which is not available.`);
  else if (unknown.size > 0)
    notes.push(
      `Some lines are signed with keys that are not available (${[...unknown].join(', ')}). They count because later lines refer to them.`,
    );
  const relevant = checkpoints.filter(({ heads }) =>
    heads.some(({ table }) => tables.includes(table)),
  );
  const acknowledged = relevant.findLastIndex(({ event }) => event !== 'checkpoint');
  for (const { time, event, note } of relevant)
    if (event !== 'checkpoint')
      notes.push(
        `${time} ${event}: ${note ?? ''}. Earlier checkpoints are not compared with the log.`,
      );
  const compared = relevant.slice(Math.max(0, acknowledged));
  return {
    count: relevant.length,
    last: relevant.at(-1),
    since: compared[0]?.time,
    expected: listExpectedEntries(compared),
    errors,
    notes,
  };
}

/** Returns the entries that the heads name, each only once, with the time of the first checkpoint that names it. */
function listExpectedEntries(checkpoints: readonly Checkpoint[]): Record<string, ExpectedEntry[]> {
  const expected: Record<string, ExpectedEntry[]> = {};
  for (const { time, heads } of checkpoints)
    for (const { table, id, digest } of heads) {
      expected[table] ??= [];
      const before = expected[table].at(-1);
      if (id > 0 && (before?.id !== id || before.digest !== digest))
        expected[table].push({ id, digest, time });
    }
  return expected;
}
