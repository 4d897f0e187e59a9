import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

/** Makes the folder for the data of unit tests. Returns the function that deletes it. */
export default function setup(): () => void {
  const folder = mkdtempSync(path.join(tmpdir(), 'unit-'));
  process.env.UNIT_FOLDER = folder;
  return () => rmSync(folder, { recursive: true, force: true });
}
