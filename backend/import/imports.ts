import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { stamp } from 'shared/db/clock';
import type { DatabaseLocation } from 'shared/db/connect';
import type { Choices } from 'shared/import/choices';
import { getBoundKeys } from '../audit/chain';
import type { Database } from '../db/types';
import type { WrittenImport } from './apply';
import { cancelJob } from './end-job';
import { ImportError } from './import-error';
import { commitImport } from './import-file';
import type { ImportRights } from './import-rights';
import type { ImportTable } from './import-table';
import { type ImportThread, isOutOfMemory, startThread, TOO_MUCH_MEMORY } from './import-thread';
import { buildJobView, type ImportJobView, UNDER_WAY } from './job-store';
import { OrphanedImports } from './orphaned-imports';
import { runWithPauses } from './pace';
import { recoverImports, recoverJob } from './recover';
import type { WorkerInput } from './worker';

/** The maximum number of files that are processed at the same time, each in a worker thread. */
const MOST_AT_ONCE = 2;
const RETRY_MILLISECONDS = 200;

const messages = {
  twice: 'This import has begun already.',
  busy: 'Several files are being checked or imported at the moment. Please try again in a few minutes.',
  failed: 'An unexpected error stopped the import. Nothing has been imported.',
};

interface ImportOrder {
  /** The id of the import; generated if not given. */
  id?: string;
  spec: ImportTable;
  dryRun: boolean;
  user: string;
  fileName: string;
  titles: Readonly<Record<string, string>>;
  /** The choices for the suspicious values of columns. */
  choices?: Choices;
  bytes: Uint8Array;
  /** The id of the panel's request, for the history of records. */
  requestId?: string;
}

interface ImportsOptions {
  db: Database;
  /** Locates the same database, because each worker opens its own connection. */
  location: DatabaseLocation;
  timeZone: string;
  locale?: string;
  cleanHtml: boolean;
  imageFolder?: string;
  /** True if the changes are added to the history of records. */
  keepsHistory: boolean;
  now: () => Date;
  /** Returns the restrictions on an import of these records by this user. */
  getRights: (wireName: string, user: string) => Promise<ImportRights>;
  /** Called after each transaction that has written rows. Must not reject; `ended` waits for it. */
  afterWrite: (written: WrittenImport) => Promise<void>;
  logError: (error: unknown, action: string) => void;
  /** The maximum size of each worker's heap, in megabytes. */
  heapMegabytes?: number;
}

interface Running {
  thread: ImportThread;
  ended: Promise<void>;
}

/** Checks and imports files in worker threads, so that requests are not held up. */
export class Imports {
  readonly #options: ImportsOptions;
  readonly #running = new Map<string, Running>();
  readonly #orphans: OrphanedImports;
  /** The number of imports that are starting. */
  #beginning = 0;
  #stopping = false;

  constructor(options: ImportsOptions) {
    this.#options = options;
    this.#orphans = new OrphanedImports(options, (id) => this.#running.has(id));
  }

  /**
   * Starts to check or import a file and returns the job's id. Throws ImportError when too many files are being
   * read, another import into the same list is under way, the id has been used already, or there is not enough
   * memory to start.
   */
  async start(order: ImportOrder): Promise<string> {
    // Counted before the first await, so that concurrent starts cannot exceed the maximum together.
    if (this.#stopping || this.#running.size + this.#beginning >= MOST_AT_ONCE)
      throw new ImportError(messages.busy);
    this.#beginning += 1;
    const { id, begun } = await this.#begin(order).finally(() => {
      this.#beginning -= 1;
    });
    await begun;
    return id;
  }

  /** Starts the worker. `begun` resolves when the worker has recorded the job. */
  async #begin(order: ImportOrder): Promise<{ id: string; begun: Promise<void> }> {
    const { db, location, timeZone, locale, now } = this.#options;
    const { id = randomUUID(), spec, ...rest } = order;
    const { problem, fixed } = await this.#options.getRights(spec.table.wireName, rest.user);
    if (problem) throw new ImportError(problem);
    await this.#orphans.reclaimList(spec.table.wireName);
    if (this.#running.has(id)) throw new ImportError(messages.twice);
    const importer = { user: rest.user, fileName: rest.fileName, now: stamp(now(), timeZone) };
    const bytes = new Uint8Array(rest.bytes);
    const input: WorkerInput = {
      // The worker need not sync: the commit of the import, on the main connection, syncs all earlier
      // transactions.
      location: 'file' in location ? { ...location, syncedLater: true } : location,
      keys: getBoundKeys(db).secrets,
      ...{ id, bytes, timeZone, locale, user: importer.user, now: importer.now },
      wireName: spec.table.wireName,
      fixed,
      dryRun: rest.dryRun,
      titles: rest.titles,
      choices: rest.choices,
      cleanHtml: this.#options.cleanHtml,
      imageFolder: this.#options.imageFolder,
      keepsHistory: this.#options.keepsHistory,
      requestId: rest.requestId,
    };
    const followUps: Promise<void>[] = [];
    const thread = startThread(input, this.#options.heapMegabytes, {
      onWritten: (written) => void followUps.push(this.#options.afterWrite(written)),
      onStaged: async (staged) => {
        try {
          return (await commitImport(db, id, staged, spec, importer)) ? 'apply' : 'drop';
        } catch (error) {
          this.#options.logError(error, 'committing an import');
          return 'drop';
        }
      },
    });
    const ended = thread.ended.then(async ({ isRecorded, failure }) => {
      // While the process is stopping, imports are left for `openImports` in the next process.
      if (isRecorded && !this.#stopping) await this.#settle(id, failure);
      await Promise.all(followUps);
      this.#running.delete(id);
    });
    this.#running.set(id, { thread, ended });
    return { id, begun: thread.begun };
  }

  /** Waits until the job has ended, or for at most `milliseconds`. */
  async ended(id: string, milliseconds?: number): Promise<void> {
    const ended = this.#running.get(id)?.ended;
    if (!ended || milliseconds === undefined) return ended;
    let timer: NodeJS.Timeout | undefined;
    const limit = new Promise<void>((resolve) => {
      timer = setTimeout(resolve, milliseconds);
    });
    await Promise.race([ended, limit]);
    clearTimeout(timer);
  }

  /** Returns the state of a job, or undefined when it is unknown. */
  async state(id: string): Promise<ImportJobView | undefined> {
    const job = await buildJobView(this.#options.db, id);
    if (job && UNDER_WAY.includes(job.state)) this.#orphans.reclaim(id);
    return job;
  }

  /**
   * Cancels an import that is not committed yet. The audit entry names `user`, or the user who started the import if
   * none is given. Returns false when the import is committed or has ended.
   */
  async cancel(id: string, user?: string): Promise<boolean> {
    const { db, now, timeZone } = this.#options;
    return cancelJob(db, id, { user, now: stamp(now(), timeZone) });
  }

  /**
   * Ends the threads. When the panel next starts, `openImports` completes the committed imports and drops the others.
   */
  async stop(): Promise<void> {
    this.#stopping = true;
    const running = [...this.#running.values()];
    await this.#orphans.stop();
    await Promise.all(running.map(({ thread }) => thread.terminate()));
    await Promise.all(running.map(({ ended }) => ended));
  }

  /** Finishes a job whose thread has ended without finishing it. */
  async #settle(id: string, failure: unknown): Promise<void> {
    const { db, logError, afterWrite } = this.#options;
    try {
      if (failure !== undefined) logError(failure, 'importing a file');
      const message = isOutOfMemory(failure) ? TOO_MUCH_MEMORY : messages.failed;
      // PostgreSQL releases a worker's lock only when it has noticed that the worker has ended.
      while (!(await recoverJob(db, id, afterWrite, message, runWithPauses)) && !this.#stopping)
        await delay(RETRY_MILLISECONDS);
    } catch (error) {
      logError(error, 'ending an import');
    }
  }
}

/**
 * Completes or drops the imports that an earlier process left unfinished, and returns an `Imports` object for the
 * database.
 */
export async function openImports(options: ImportsOptions): Promise<Imports> {
  await recoverImports(options.db, options.afterWrite);
  return new Imports(options);
}
