import { mkdtempSync, rmSync } from 'node:fs';
import path from 'node:path';
import { buildWorker } from '../../scripts/build-worker.js';

/**
 * Builds the thread of imports as it is in production. From its source, each import would compile it again, which
 * takes two seconds of processor time. Returns the function that deletes the file.
 */
export default async function setup() {
  // In the project's folder, where the worker finds the native modules.
  const folder = mkdtempSync(
    path.resolve(import.meta.dirname, '../../node_modules/.import-worker-'),
  );
  await buildWorker(folder);
  process.env.IMPORT_WORKER_FOLDER = folder;
  return () => rmSync(folder, { recursive: true, force: true });
}
