import { describeLoadError } from '../../host/describe-error';
import { messages } from '../../host/messages';
import { log } from '../../server/log.server';
import { describeReason } from '../attempt.server';
import { countPhones } from './count-phones.server';
import { forgetSummary, readSavedSummary, type SavedSummary, saveSummary } from './saved.server';

/**
 * A summary that is being loaded. Each session has at most one run, which its requests share. A run is cancelled when
 * no page is waiting for it any more (docs/decisions/0010-document-store.md).
 */
interface Run {
  done: number;
  /** The number of phones. 0 until they are loaded. */
  total: number;
  /** The error message if loading has failed. */
  error?: string;
  cancel: AbortController;
  /**
   * The pages that are waiting, with the time of each page's latest request in milliseconds since the epoch.
   */
  watchers: Map<string, number>;
}

type SummaryState =
  | { kind: 'ready'; saved: SavedSummary }
  | { kind: 'running'; done: number; total: number; started: boolean }
  | { kind: 'failed'; error: string };

/** The time in milliseconds without a request after which a page counts as closed. */
const PATIENCE_MS = 15_000;
/** The time in milliseconds between two searches for closed pages. */
const CHECK_MS = 1_000;
/** The time in milliseconds for which a failed run is shown before the next attempt. */
const ERROR_MS = 10_000;

const runs = new Map<string, Run>();

/**
 * Returns the session's summary or the progress of loading it. Starts to load it if `start` is true. Returns
 * undefined if there is no summary and none is being loaded.
 */
export async function getSummaryState(
  session: string,
  watcher: string,
  start: boolean,
): Promise<SummaryState | undefined> {
  // Look for a run before reading the stored summary. In the other order, a run that ends between the two reads
  // would be started again.
  let run = runs.get(session);
  let started = false;
  if (!run) {
    const saved = await readSavedSummary(session);
    if (saved) return { kind: 'ready', saved };
    run = runs.get(session);
    if (!run && start) {
      run = startRun(session);
      started = true;
    }
  }
  if (!run) return undefined;
  run.watchers.set(watcher, performance.now());
  if (run.error !== undefined) return { kind: 'failed', error: run.error };
  return { kind: 'running', done: run.done, total: run.total, started };
}

/** Removes a page from those that wait for a run. Cancels the run if no page is left. */
export function leaveRun(session: string, watcher: string): void {
  const run = runs.get(session);
  run?.watchers.delete(watcher);
  if (run?.watchers.size === 0) endRun(session, run);
}

/**
 * Deletes the stored summary of a session and cancels its run. Called when the user clears the summary or signs
 * out.
 */
export async function forgetConversations(session: string): Promise<void> {
  const run = runs.get(session);
  if (run) endRun(session, run);
  await forgetSummary(session);
}

/** Cancels all runs. Called when the panel stops. */
export function cancelAllRuns(): void {
  for (const [session, run] of runs) endRun(session, run);
}

function startRun(session: string): Run {
  const run: Run = { done: 0, total: 0, cancel: new AbortController(), watchers: new Map() };
  runs.set(session, run);
  const check = setInterval(() => {
    const now = performance.now();
    for (const [watcher, asked] of run.watchers)
      if (now - asked > PATIENCE_MS) leaveRun(session, watcher);
  }, CHECK_MS);
  check.unref();
  loadSummary(session, run)
    .catch((error: unknown) => {
      if (run.cancel.signal.aborted) return;
      log.error({ reason: describeReason(error) }, 'the conversations could not be summarized');
      run.error = messages.noInformation;
    })
    .finally(() => {
      clearInterval(check);
      if (run.error === undefined) endRun(session, run);
      else setTimeout(() => endRun(session, run), ERROR_MS).unref();
    });
  return run;
}

async function loadSummary(session: string, run: Run): Promise<void> {
  const { signal } = run.cancel;
  const counted = await countPhones({
    signal,
    onProgress: (done, total) => Object.assign(run, { done, total }),
  });
  if (counted.ok) await saveSummary(session, counted.value, signal);
  else run.error = describeLoadError(counted.error, 'conversations');
}

function endRun(session: string, run: Run): void {
  run.cancel.abort();
  if (runs.get(session) === run) runs.delete(session);
}
