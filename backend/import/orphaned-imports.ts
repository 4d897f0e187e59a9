import type { Database } from '../db/types';
import type { AfterWrite } from './apply';
import { UNDER_WAY } from './job-store';
import { type Pace, runWithPauses } from './pace';
import { recoverJob } from './recover';

interface OrphanOptions {
  db: Database;
  afterWrite: (written: Parameters<AfterWrite>[0]) => Promise<void>;
  logError: (error: unknown, action: string) => void;
}

/** Thrown between two transactions when the panel stops. The next start continues. */
class Stopped extends Error {}

/**
 * Completes or drops imports whose process has ended without doing so while this process was running: on PostgreSQL,
 * another panel that was killed, or one whose lock was not released when this panel started.
 */
export class OrphanedImports {
  readonly #options: OrphanOptions;
  readonly #isRunning: (id: string) => boolean;
  readonly #reclaiming = new Map<string, Promise<void>>();
  #stopping = false;

  /** `isRunning` returns whether this process works on an import. */
  constructor(options: OrphanOptions, isRunning: (id: string) => boolean) {
    this.#options = options;
    this.#isRunning = isRunning;
  }

  /** Begins to complete or to drop an import that has not ended, unless a process works on it. */
  reclaim(id: string): void {
    if (this.#stopping || this.#isRunning(id) || this.#reclaiming.has(id)) return;
    this.#reclaiming.set(
      id,
      this.#recover(id).finally(() => this.#reclaiming.delete(id)),
    );
  }

  /** Begins to reclaim the imports into a list, and waits for those whose rows are not committed. */
  async reclaimList(wireName: string): Promise<void> {
    const left = await this.#options.db
      .selectFrom('import_job')
      .select(['job_id', 'state'])
      .where('wire_name', '=', wireName)
      .where('state', 'in', [...UNDER_WAY])
      .execute();
    for (const { job_id } of left) this.reclaim(job_id);
    await Promise.all(
      left.flatMap(({ job_id, state }) =>
        state === 'applying' ? [] : (this.#reclaiming.get(job_id) ?? []),
      ),
    );
  }

  async stop(): Promise<void> {
    this.#stopping = true;
    await Promise.all(this.#reclaiming.values());
  }

  async #recover(id: string): Promise<void> {
    const { db, afterWrite, logError } = this.#options;
    const pace: Pace = async (transaction) => {
      if (this.#stopping) throw new Stopped();
      return runWithPauses(transaction);
    };
    const followUps: Promise<void>[] = [];
    try {
      await recoverJob(
        db,
        id,
        (written) => void followUps.push(afterWrite(written)),
        undefined,
        pace,
      );
    } catch (error) {
      if (!(error instanceof Stopped)) logError(error, 'completing an interrupted import');
    }
    await Promise.all(followUps);
  }
}
