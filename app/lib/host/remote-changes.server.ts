import { setTimeout as wait } from 'node:timers/promises';
import type { StoredChange } from 'backend/import/stored-changes';
import { MAX_IMPORT_BYTES } from 'shared/form-reader/read-file';
import type { RecordName } from '../history/change';
import { getRequestId } from '../server/request-scope.server';
import { mustStore } from '../server/unwritable.server';
import type { ApiHost, ImportHistory } from './api-host';
import type { ApiResult } from './api-result';
import { CollectError, expectOk, listCollected, removeCollected } from './collected-changes.server';
import { type ImportCall, type ImportJob, isUnderWay } from './import-job';
import { findEntityName } from './imported-change';
import {
  appendStored,
  isMovingStopped,
  logDelay,
  moveChanges,
  requestMove,
} from './move-changes.server';
import {
  findSentImport,
  forgetSentImport,
  hasUnlistedImport,
  listOpenImports,
  noteJob,
  type SentImport,
  storeSentImport,
  unlistImport,
} from './sent-imports.server';

/** The maximum time in milliseconds that a request waits until changes are in the history. */
const WAIT_MS = 2_000;
/** The age in milliseconds from which an import that the host does not know counts as ended, or as never begun. */
const BEGINNING_MS = 3_600_000;
/** The age in milliseconds from which the host has deleted changes that were not collected (docs/api-hosts.md). */
const GIVE_UP_MS = 30 * 24 * 3_600_000;
/** The maximum number of changes of an import without a report. A row of a file has at least four bytes. */
const MAX_CHANGES = MAX_IMPORT_BYTES / 4;

/**
 * Makes the functions that move the changes of imports from a remote host to the history. `readState` requests the
 * state of a job.
 */
export function makeRemoteChanges(
  calls: Pick<ApiHost, 'get' | 'change'>,
  readState: (id: string) => Promise<ApiResult<ImportJob>>,
) {
  /** The imports whose changes the host did not return at the latest request. */
  const failing = new Set<string>();

  async function moveAll(): Promise<void> {
    for (const sent of await listOpenImports()) {
      if (isMovingStopped()) return;
      try {
        await moveOne(sent);
        failing.delete(sent.job_id);
      } catch (error) {
        await noteFailure(sent, error);
      }
    }
  }

  async function moveOne(sent: SentImport): Promise<void> {
    const state = await readState(sent.job_id);
    const job = state.ok ? state.value : undefined;
    if (job && !(await noteJob(sent, job))) return;
    if (!state.ok && state.error.kind === 'missing' && sent.state === 'sent')
      return unlistImport(sent);
    if (!state.ok && state.error.kind !== 'refused') expectOk(state);
    const { added, changed } = job?.report ?? { added: 0, changed: MAX_CHANGES };
    let left = added + changed;
    let page: StoredChange[] = [];
    const isComplete = await moveChanges({
      async list(after, limit) {
        if (page.length === 0) {
          page = await listCollected(calls, sent, { after });
          left -= page.length;
        }
        if (left < 0) throw new CollectError('the API host sent more changes than it reported');
        return page.splice(0, limit);
      },
      remove: (numbers) => removeCollected(calls, sent, numbers.at(-1) ?? 0),
    });
    const hasEnded = job ? !isUnderWay(job) : isOlder(sent, BEGINNING_MS);
    if (isComplete && hasEnded) await forgetSentImport(sent.job_id);
  }

  async function noteFailure(sent: SentImport, error: unknown): Promise<void> {
    if (!failing.has(sent.job_id)) logDelay(error);
    failing.add(sent.job_id);
    if (!isOlder(sent, GIVE_UP_MS)) return;
    failing.delete(sent.job_id);
    await unlistImport(sent);
  }

  /** Moves the changes that one import has made to one record. Does nothing if the import is in `failing`. */
  async function moveRecord(sent: SentImport, recordId: string): Promise<void> {
    if (failing.has(sent.job_id)) return;
    try {
      await appendStored(await listCollected(calls, sent, { record: recordId }));
    } catch (error) {
      await noteFailure(sent, error);
    }
  }

  async function moveRecords({ entity, recordId }: RecordName): Promise<void> {
    for (const sent of await listOpenImports(entity)) await moveRecord(sent, recordId);
  }

  return {
    /**
     * Stores an import before it is sent. Returns false if it was sent before. Throws a 503 response if it cannot be
     * stored, so that it is not sent.
     */
    begin(wireName: string, { id, user }: ImportCall): Promise<boolean> {
      const entity = findEntityName(wireName) ?? wireName;
      const sent = { job_id: id, entity, username: user, at: Date.now() };
      return mustStore(
        () => storeSentImport({ ...sent, request_id: getRequestId() ?? null }),
        'any',
      );
    },
    /** Deletes an import that the host did not accept. */
    cancel: (id: string): Promise<void> => forgetSentImport(id),
    /**
     * Starts to move the changes of an import whose state the host has returned. If the import has ended, waits up to
     * WAIT_MS until they are moved.
     */
    async follow(job: ImportJob): Promise<void> {
      const sent = await findSentImport(job.id);
      if (!sent || sent.state === 'unlisted' || !(await noteJob(sent, job))) return;
      const moving = requestMove(moveAll);
      if (!isUnderWay(job)) await waitBriefly(moving);
    },
    /** Moves the changes of all imports, or waits up to WAIT_MS for the changes of one record. Does not reject. */
    move: (record?: RecordName): Promise<void> =>
      record ? waitBriefly(moveRecords(record).catch(logDelay)) : requestMove(moveAll),
    /** Returns whether the changes of an import are in the history of records. */
    async findHistory(id: string): Promise<ImportHistory> {
      const sent = await findSentImport(id);
      if (sent?.state === 'unlisted') return 'unlisted';
      return sent && failing.has(id) ? 'delayed' : 'listed';
    },
    /** Returns whether the changes of all imports of an entity are in the history of records. */
    async findEntityHistory(entity: string): Promise<ImportHistory> {
      const open = await listOpenImports(entity);
      if (open.some(({ job_id }) => failing.has(job_id))) return 'delayed';
      return (await hasUnlistedImport(entity)) ? 'unlisted' : 'listed';
    },
  };
}

function isOlder({ at }: SentImport, milliseconds: number): boolean {
  // The difference is negative if a clock was wrong.
  return Math.abs(Date.now() - at) > milliseconds;
}

async function waitBriefly(work: Promise<void>): Promise<void> {
  await Promise.race([work, wait(WAIT_MS, undefined, { ref: false })]);
}
