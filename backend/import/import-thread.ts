import { Worker } from 'node:worker_threads';
import type { WrittenImport } from './apply';
import { ImportError } from './import-error';
import type { ImportReport } from './report';
import type { Message, StagedAnswer, WorkerInput } from './worker';
import { locateWorker } from './worker-path';

export const TOO_MUCH_MEMORY =
  'The file is too large to import in one piece. Nothing has been imported. Please split it into several files.';

/** The answers to the messages of a thread. */
interface Handlers {
  /** Called after each transaction in which the thread has written rows. */
  onWritten: (written: WrittenImport) => void;
  /** Called when all rows are checked. Returns whether the thread writes them. Does not reject. */
  onStaged: (staged: ImportReport) => Promise<StagedAnswer>;
}

export interface ImportThread {
  /** Resolves when the thread has recorded the job. Rejects if the thread ends before that. */
  begun: Promise<void>;
  /** Resolves when the thread has ended, with its error, if any, and whether it has recorded the job. */
  ended: Promise<{ isRecorded: boolean; failure: unknown }>;
  terminate(): Promise<unknown>;
}

/** Starts the thread that checks a file and, if it is asked to, imports it. Transfers the bytes of the file. */
export function startThread(
  input: WorkerInput,
  heapMegabytes: number | undefined,
  { onWritten, onStaged }: Handlers,
): ImportThread {
  const { file, options } = locateWorker(heapMegabytes);
  const worker = new Worker(file, {
    ...options,
    workerData: input,
    transferList: [input.bytes.buffer],
  });
  let failure: unknown;
  let isRecorded = false;
  worker.on('error', (error) => {
    failure = error;
  });
  const begun = new Promise<void>((resolve, reject) => {
    worker.on('message', (message: Message) => {
      if ('begun' in message) {
        isRecorded = true;
        resolve();
      }
      if ('refused' in message) failure = new ImportError(message.refused);
      if ('written' in message) onWritten(message.written);
      if ('staged' in message)
        void onStaged(message.staged).then((verdict) => worker.postMessage(verdict));
    });
    // Has no effect after the worker has reported `begun`. An error or a refusal does not reject the promise
    // until the worker exits, because the worker counts towards MOST_AT_ONCE until then.
    worker.once('exit', () => reject(describeBeginError(failure)));
  });
  return {
    begun,
    ended: new Promise((resolve) => worker.once('exit', () => resolve({ isRecorded, failure }))),
    terminate: () => worker.terminate(),
  };
}

export function isOutOfMemory(error: unknown): boolean {
  return (error as { code?: unknown } | undefined)?.code === 'ERR_WORKER_OUT_OF_MEMORY';
}

function describeBeginError(failure: unknown): unknown {
  if (isOutOfMemory(failure)) return new ImportError(TOO_MUCH_MEMORY);
  return failure ?? new Error('The thread of an import ended before it recorded its job');
}
