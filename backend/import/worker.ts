import { parentPort, workerData } from 'node:worker_threads';
import { type DatabaseLocation, openDatabase } from 'shared/db/connect';
import { getDialect } from 'shared/db/dialect-of';
import { KeyRing } from 'shared/keys/key-ring';
import { sanitizeHtml } from 'shared/rich-text/sanitize';
import { bindKeys } from '../audit/chain';
import type { StudyTables } from '../db/study-tables';
import type { Database } from '../db/types';
import { withStoredKeys } from '../entities/host-database';
import { type AfterWrite, applyJob, type WrittenImport } from './apply';
import { endJob } from './end-job';
import { ImportError } from './import-error';
import { getLockName } from './import-file';
import type { ImportJob } from './import-job';
import type { ImportTable } from './import-table';
import { importTable } from './import-tables';
import { createJob, ImportCancelled, saveProgress } from './job-store';
import { runWithPauses } from './pace';
import type { PlanOptions } from './plan';
import { dropJob } from './release';
import type { ImportReport } from './report';
import { planImport, stageFile } from './stage';

/** The input of the worker. */
export interface WorkerInput {
  location: DatabaseLocation;
  /** The secrets of the keys that audit entries are signed with. */
  keys: KeyRing['secrets'];
  wireName: string;
  id: string;
  dryRun: boolean;
  user: string;
  /** The study's local time. */
  now: string;
  timeZone: string;
  locale?: string;
  titles: Readonly<Record<string, string>>;
  cleanHtml: boolean;
  imageFolder?: string;
  keepsHistory: boolean;
  requestId?: string;
  fixed?: PlanOptions['fixed'];
  choices?: PlanOptions['choices'];
  bytes: Uint8Array<ArrayBuffer>;
}

/**
 * A message to the main thread: the job was recorded (`begun`) or refused, all rows are staged so that the
 * import can be committed, or a transaction has written rows.
 */
export type Message =
  | { begun: true }
  | { refused: string }
  | { staged: ImportReport }
  | { written: WrittenImport };
/** The answer of the main thread to `staged`: `apply` if the import was committed, otherwise `drop`. */
export type StagedAnswer = 'apply' | 'drop';

const PIECE_BYTES = 64 * 1024;
/** The interval at which a check records its progress. */
const PROGRESS_MILLISECONDS = 500;

async function runJob(input: WorkerInput): Promise<void> {
  const opened = await openDatabase<StudyTables>(input.location);
  const db = withStoredKeys(opened, input.timeZone, input.locale);
  bindKeys(db, new KeyRing(input.keys));
  try {
    // Takes the lock before recording the job: a panel that starts in between would consider the job
    // interrupted.
    await getDialect(db).whileFree(db, getLockName(input.id), async () => {
      if (await begin(db, input)) await run(db, input);
    });
  } finally {
    await db.destroy();
  }
}

async function begin(db: Database, input: WorkerInput): Promise<boolean> {
  try {
    await createJob(db, findSpec(input), input);
    sendMessage({ begun: true });
    return true;
  } catch (error) {
    if (!(error instanceof ImportError)) throw error;
    sendMessage({ refused: error.message });
    return false;
  }
}

function findSpec({ wireName }: WorkerInput): ImportTable {
  const spec = importTable(wireName);
  if (!spec) throw new Error(`There is no table ${wireName} to import into`);
  return spec;
}

function sendMessage(message: Message): void {
  parentPort?.postMessage(message);
}

async function run(db: Database, input: WorkerInput): Promise<void> {
  const { id, dryRun, timeZone, titles, bytes } = input;
  const job: ImportJob = {
    spec: findSpec(input),
    open: () => splitIntoPieces(bytes),
    names: { titles },
    timeZone,
    cleanHtml: input.cleanHtml ? (html) => sanitizeHtml(html, input.imageFolder) : undefined,
    fixed: input.fixed,
    choices: input.choices,
  };
  try {
    if (dryRun) await check(db, job, id);
    else await importAll(db, job, id);
  } catch (error) {
    if (error instanceof ImportCancelled)
      await dropJob(db, id, { state: 'cancelled' }, runWithPauses);
    else if (error instanceof ImportError)
      await dropJob(db, id, { state: 'failed', message: error.message }, runWithPauses);
    else throw error;
  }
}

async function check(db: Database, job: ImportJob, id: string): Promise<void> {
  let saved = performance.now();
  const report = await planImport(db, job, async (_planned, _planner, { rows }) => {
    if (performance.now() - saved < PROGRESS_MILLISECONDS) return;
    saved = performance.now();
    await saveProgress(db, id, rows);
  });
  await endJob(db, id, { state: 'checked', report });
}

async function importAll(db: Database, job: ImportJob, id: string): Promise<void> {
  const report = await stageFile(db, job, id, runWithPauses);
  if (report.refused > 0) {
    await endJob(db, id, { state: 'refused', report });
    await dropJob(db, id, { state: 'refused' }, runWithPauses);
    return;
  }
  const verdict = new Promise<StagedAnswer>((resolve) => parentPort?.once('message', resolve));
  sendMessage({ staged: report });
  const after: AfterWrite = (written) => sendMessage({ written });
  if ((await verdict) === 'apply') await applyJob(db, id, after, runWithPauses);
  else await dropJob(db, id, { state: 'failed' }, runWithPauses);
}

async function* splitIntoPieces(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < bytes.byteLength; at += PIECE_BYTES)
    yield bytes.subarray(at, at + PIECE_BYTES);
}

await runJob(workerData as WorkerInput);
parentPort?.close();
