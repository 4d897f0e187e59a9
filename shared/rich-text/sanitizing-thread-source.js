/** Runs sanitizing-thread.ts from its source: the flag `--import tsx` does not reach the threads of Node 20. */
import { register } from 'tsx/esm/api';

register();
await import('./sanitizing-thread.ts');
