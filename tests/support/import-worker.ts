import { mkdtempSync, rmSync } from 'node:fs';
import path from 'node:path';
import { buildWorker } from '../../scripts/build-worker.js';

/**
 * Builds the worker thread of imports, as for production. Otherwise each import would compile the worker's source,
 * which takes two seconds of processor time. Returns the function that deletes the built file.
 */
export default async function setup() {
  // The worker finds the native modules only from a folder of the project.
  const folder = mkdtempSync(
    path.resolve(import.meta.dirname, '../../node_modules/.import-worker-'),
  );
  await buildWorker(folder);
  process.env.IMPORT_WORKER_FOLDER = folder;
  return () => rmSync(folder, { recursive: true, force: true });
}
