import path from 'node:path';

/** Takes the place of backend/import/worker-path.ts: locates the worker that import-worker.ts has built. */
export function locateWorker(heapMegabytes = 512) {
  return {
    file: path.join(String(process.env.IMPORT_WORKER_FOLDER), 'import-worker.js'),
    options: { resourceLimits: { maxOldGenerationSizeMb: heapMegabytes } },
  };
}
