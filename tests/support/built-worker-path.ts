import path from 'node:path';

/**
 * Returns the file and the options of the worker that import-worker.ts has built. Replaces
 * backend/import/worker-path.ts.
 */
export function locateWorker(heapMegabytes = 512) {
  return {
    file: path.join(String(process.env.IMPORT_WORKER_FOLDER), 'import-worker.js'),
    options: { resourceLimits: { maxOldGenerationSizeMb: heapMegabytes } },
  };
}
