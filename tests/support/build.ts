import { rmSync } from 'node:fs';
import { ensureBuilt } from '../../scripts/prepare.js';
import { makeDemoFolder } from './demo-folder';

/**
 * Builds the panel, which the suites use over HTTP as its users do. Makes a data folder with the demo study,
 * which their panels copy. Returns the function that deletes the folder.
 */
export default async function setup() {
  ensureBuilt();
  if (process.env.DEMO_FOLDER) return undefined;
  const folder = await makeDemoFolder();
  process.env.DEMO_FOLDER = folder;
  return () => rmSync(folder, { recursive: true, force: true });
}
