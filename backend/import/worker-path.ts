import { existsSync } from 'node:fs';
import path from 'node:path';

/** The default maximum size of a worker's heap, in megabytes. A file of 10 MB needs about 100 megabytes. */
const HEAP_MEGABYTES = 512;

/** Returns the file and the options of the worker. The file is `import-worker.js` in a build. */
export function locateWorker(heapMegabytes = HEAP_MEGABYTES) {
  const source = path.join(import.meta.dirname, 'worker-source.js');
  return {
    file: existsSync(source) ? source : path.join(import.meta.dirname, 'import-worker.js'),
    options: { resourceLimits: { maxOldGenerationSizeMb: heapMegabytes } },
  };
}
