import { ImportFault } from 'backend/import/import-fault';
import { importTable } from 'backend/import/import-tables';
import { toErrorText } from 'shared/error-text';
import { config } from '../config.server';
import { apiGet, apiPost, apiPostForm } from '../host/client.server';
import { openEmbeddedHost } from '../host/embedded-host.server';
import type { ApiFault, ApiResult, Envelope } from '../host/envelope';
import { messages } from '../host/messages';
import { countWrite } from '../host/writes.server';
import { log } from '../log.server';
import type { Importable } from './importable';
import { type ImportJob, isUnderWay, jobSchema, reportSchema } from './report';

export interface ImportFile {
  name: string;
  bytes: Buffer;
}

export interface ImportCall {
  /** The id of the import from now on. */
  id: string;
  user: string;
  dryRun: boolean;
}

const noImports = { ok: false, fault: { kind: 'refused', message: messages.noImports } } as const;
/** How long a request waits for the job to end: most files are small. */
const SHORT_WAIT_MS = 5_000;

/**
 * Asks the host to check or import a file. Most jobs have ended when this returns. A host without imports does
 * not have the path, and a host without jobs answers with the report.
 */
export async function sendImport(
  importable: Importable,
  file: ImportFile,
  call: ImportCall,
): Promise<ApiResult<ImportJob>> {
  if (!config.API_HOST_URL) return startEmbedded(importable, file, call);
  const { noun, titles } = importable;
  const form = new FormData();
  form.set('user', call.user);
  form.set('dryrun', call.dryRun ? '1' : '0');
  form.set('id', call.id);
  form.set('titles', JSON.stringify(titles));
  form.set('file', new File([new Uint8Array(file.bytes)], file.name));
  const answer = await apiPostForm(`import/${noun}`, form);
  if (!answer.ok) return isMissing(answer.fault) ? noImports : answer;
  const job = readJob(answer.value);
  if (job) return { ok: true, value: job };
  const report = reportSchema.safeParse(answer.value.items.at(0));
  if (!report.success) return noImports;
  const end = report.data.refused > 0 ? 'refused' : 'done';
  const state = call.dryRun ? 'checked' : end;
  const { rows } = report.data;
  return { ok: true, value: { id: call.id, state, rows, report: report.data, message: null } };
}

/** Asks the host for the state of an import. A host that no longer knows it refuses. */
export async function askImport(id: string): Promise<ApiResult<ImportJob>> {
  if (config.API_HOST_URL) return remoteJob(await apiGet(`import/state/${id}`));
  const { imports } = await openEmbeddedHost();
  return jobResult(await imports.state(id));
}

/** Cancels an import that is not committed yet. The host writes the audit entry. */
export async function cancelImport(id: string, user: string): Promise<void> {
  if (config.API_HOST_URL) await apiPost(`import/cancel/${id}`, { user });
  else await (await openEmbeddedHost()).imports.cancel(id, user);
}

async function startEmbedded(
  { noun, titles }: Importable,
  { name, bytes }: ImportFile,
  { id, user, dryRun }: ImportCall,
): Promise<ApiResult<ImportJob>> {
  const { imports } = await openEmbeddedHost();
  const spec = importTable(noun);
  if (!spec) return noImports;
  try {
    await imports.start({ id, spec, dryRun, user, fileName: name, titles, bytes });
    await imports.ended(id, SHORT_WAIT_MS);
    return jobResult(await imports.state(id));
  } catch (error) {
    if (error instanceof ImportFault)
      return { ok: false, fault: { kind: 'refused', message: error.message } };
    log.error({ path: 'import', error: toErrorText(error) }, 'the embedded host failed');
    return { ok: false, fault: { kind: 'unreachable', status: 500 } };
  }
}

function jobResult(job: ImportJob | undefined): ApiResult<ImportJob> {
  return job
    ? { ok: true, value: job }
    : { ok: false, fault: { kind: 'refused', message: messages.importGone } };
}

function remoteJob(answer: ApiResult<Envelope>): ApiResult<ImportJob> {
  if (!answer.ok) return answer;
  const job = readJob(answer.value);
  // Cached lists lack what the import has written.
  if (job && !isUnderWay(job)) countWrite();
  return job ? { ok: true, value: job } : { ok: false, fault: { kind: 'unreadable' } };
}

function readJob(envelope: Envelope): ImportJob | undefined {
  return jobSchema.safeParse(envelope.items.at(0)).data;
}

function isMissing(fault: ApiFault): boolean {
  return fault.kind === 'missing' || (fault.kind === 'unreachable' && fault.status === 501);
}
