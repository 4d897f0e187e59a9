import { rmSync } from 'node:fs';
import { ensureBuilt } from '../../scripts/prepare.js';
import { makeDemoFolder } from './demo-folder';

/**
 * Builds the panel, which the suites talk to as its users do, and makes the demo study that their panels start
 * from. Returns what deletes the study again.
 */
export default async function setup() {
  ensureBuilt();
  if (process.env.DEMO_FOLDER) return undefined;
  const folder = await makeDemoFolder();
  process.env.DEMO_FOLDER = folder;
  return () => rmSync(folder, { recursive: true, force: true });
}
