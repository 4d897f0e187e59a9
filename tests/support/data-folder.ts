import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

/** Makes the folder for the data of tests that run in the process of Vitest. Returns the function that deletes it. */
export default function setup(): () => void {
  const folder = mkdtempSync(path.join(tmpdir(), 'process-'));
  process.env.TEST_DATA_FOLDER = folder;
  return () => rmSync(folder, { recursive: true, force: true });
}
