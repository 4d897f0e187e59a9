import path from 'node:path';

/** Returns the path of the list of erased participants in the folder of the checkpoints. */
export function findErasedFile(folder: string): string {
  return path.join(folder, 'erased-participants.jsonl');
}
