import { describeLoadError } from '../../host/describe-error';
import { getApiHost } from '../../host/host.server';
import { messages } from '../../host/messages';
import { log } from '../../server/log.server';
import { describeReason } from '../attempt.server';
import { openCloudStore, paths } from '../cloud-store.server';
import { summarize } from './run.server';
import { forgetSummary, readSavedSummary, type SavedSummary, saveSummary } from './saved.server';
import { buildSummaryRow } from './summary-row';

/**
 * The summaries that are being loaded: one a session, shared by its requests. A run ends when no page
 * waits for it any more (docs/decisions/0012-conversations-run.md).
 */
interface Run {
  done: number;
  /** 0 until the phones are known. */
  total: number;
  /** The reason that nothing can be shown. */
  error?: string;
  cancel: AbortController;
  /** The pages that wait, and when each asked last. */
  watchers: Map<string, number>;
}

export type SummaryState =
  | { kind: 'ready'; saved: SavedSummary }
  | { kind: 'running'; done: number; total: number; started: boolean }
  | { kind: 'failed'; error: string };

/** After this time without a request, a page counts as closed. */
const PATIENCE_MS = 15_000;
const CHECK_MS = 1_000;
/** The time for which a failed run is shown before it is tried again. */
const ERROR_MS = 10_000;

const runs = new Map<string, Run>();

/** The session's summary, or how far it is; starts loading it when `start` says so. */
export async function getSummaryState(
  session: string,
  watcher: string,
  start: boolean,
): Promise<SummaryState | undefined> {
  // The run first: one that ended between the two reads would be started again.
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
  run.watchers.set(watcher, Date.now());
  if (run.error !== undefined) return { kind: 'failed', error: run.error };
  return { kind: 'running', done: run.done, total: run.total, started };
}

/** A page has left; the last one that waits takes the work with it. */
export function leaveRun(session: string, watcher: string): void {
  const run = runs.get(session);
  run?.watchers.delete(watcher);
  if (run?.watchers.size === 0) endRun(session, run);
}

/** Takes away what is saved or being loaded for a session: at sign-out, and by the clear button. */
export async function forgetConversations(session: string): Promise<void> {
  const run = runs.get(session);
  if (run) endRun(session, run);
  await forgetSummary(session);
}

export function cancelAllRuns(): void {
  for (const [session, run] of runs) endRun(session, run);
}

function startRun(session: string): Run {
  const run: Run = { done: 0, total: 0, cancel: new AbortController(), watchers: new Map() };
  runs.set(session, run);
  const check = setInterval(() => {
    const now = Date.now();
    for (const [watcher, asked] of run.watchers)
      if (now - asked > PATIENCE_MS) leaveRun(session, watcher);
  }, CHECK_MS);
  check.unref();
  loadConversations(session, run)
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

async function loadConversations(session: string, run: Run): Promise<void> {
  const { signal } = run.cancel;
  const phones = await getApiHost().get('phone/list');
  signal.throwIfAborted();
  if (!phones.ok) {
    run.error = describeLoadError(phones.error, 'conversations');
    return;
  }
  const rows = phones.value.items.map(buildSummaryRow);
  run.total = rows.length;
  const summary = await summarize({
    store: await openCloudStore(),
    paths,
    signal,
    phones: rows,
    onProgress: (done) => {
      run.done = done;
    },
    onFailure: (error) =>
      log.warn({ reason: describeReason(error) }, 'the messages of a phone could not be counted'),
  });
  signal.throwIfAborted();
  if (rows.length > 0 && summary.failed === rows.length) run.error = messages.noInformation;
  else await saveSummary(session, summary, signal);
}

function endRun(session: string, run: Run): void {
  run.cancel.abort();
  if (runs.get(session) === run) runs.delete(session);
}
