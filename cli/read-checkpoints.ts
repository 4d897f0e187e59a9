import { existsSync, readFileSync } from 'node:fs';
import { findCheckpointFile } from '../shared/checkpoints/checkpoint-file';
import { type CheckpointsReport, checkCheckpoints } from '../shared/checkpoints/verify-checkpoints';
import type { KeyRing } from '../shared/keys/key-ring';
import { getCheckpointFolder, type KeySettings } from '../shared/keys/key-settings';
import { print } from './print';
import { WITHOUT_CHECKPOINTS } from './usages';

/** The content of the checkpoint file about some tables. */
interface FoundCheckpoints extends CheckpointsReport {
  file: string;
}

/** Verifies the checkpoint file that the settings name. Returns what it says of these tables. */
export function readCheckpoints(
  settings: KeySettings,
  ring: KeyRing | undefined,
  tables: readonly string[],
): FoundCheckpoints {
  const file = findCheckpointFile(getCheckpointFolder(settings));
  const text = existsSync(file) ? readFileSync(file, 'utf8') : '';
  return { file, ...checkCheckpoints(text, ring, tables) };
}

/** Returns a sentence about the entries of a chain that are newer than the last checkpoint, if there are any. */
export function describeNewer({ last }: FoundCheckpoints, table: string, lastId: number): string[] {
  const checkpointedId = last?.heads.find((head) => head.table === table)?.id ?? 0;
  if (!last || lastId <= checkpointedId) return [];
  return [
    `Entries after ${checkpointedId} are newer than the checkpoint of ${last.time}. Only the signed head (the last ID and digest) protects them: this command cannot detect that an earlier copy of both the log and its head was restored.`,
  ];
}

/**
 * Prints the number and the time of the checkpoints, and the errors of their file. Sets the exit code 1 after an
 * error, and if there is no checkpoint, because whoever alters a log may also remove its checkpoints. `isAllowed` is
 * true if the operator has said that there are none.
 */
export function printCheckpoints(
  { count, file, last, errors, notes }: FoundCheckpoints,
  isAllowed: boolean,
): void {
  if (last) print(`Checkpoints: ${count} in ${file}; the last was written at ${last.time}.`);
  else {
    print(
      `No checkpoint in ${file} covers this. Without checkpoints, the command cannot detect that the last entries were removed and an earlier signed head was restored.`,
    );
    if (!isAllowed)
      print(
        `  Verification FAILED: the file is missing, empty or of another panel. If no checkpoints were ever written, as with AUDIT_CHECKPOINT_MINUTES=0, add -- --${WITHOUT_CHECKPOINTS}`,
      );
  }
  for (const line of [...errors, ...notes]) print(`  ${line}`);
  if (errors.length > 0 || !(last || isAllowed)) process.exitCode = 1;
}

/** Throws an error with one sentence unless the operator gives a reason for an acknowledgement. */
export function checkNote(note: string): void {
  if (!note.trim()) throw new Error('Say why: --acknowledge "restored from the backup of …"');
}
