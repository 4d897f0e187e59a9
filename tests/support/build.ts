import { rmSync } from 'node:fs';
import { ensureBuilt } from '../../scripts/prepare.js';
import { makeDemoFolder } from './demo-folder';

/**
 * Builds the panel, which tests start as separate processes and use over HTTP. Makes a data folder with the demo
 * study, which these panels copy. Returns a function that deletes the folder, or undefined if DEMO_FOLDER names one.
 */
export default async function setup() {
  ensureBuilt();
  if (process.env.DEMO_FOLDER) return undefined;
  const folder = await makeDemoFolder();
  process.env.DEMO_FOLDER = folder;
  return () => rmSync(folder, { recursive: true, force: true });
}
