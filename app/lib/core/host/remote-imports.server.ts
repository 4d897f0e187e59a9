import type { Envelope } from 'shared/envelope';
import type { ApiHost, HostImports } from './api-host';
import type { ApiError, ApiResult } from './api-result';
import {
  type ImportCall,
  type ImportFile,
  type ImportJob,
  isUnderWay,
  jobSchema,
  reportSchema,
} from './import-job';
import { messages } from './messages';
import { countWrite } from './writes.server';

const noImports = { ok: false, error: { kind: 'refused', message: messages.noImports } } as const;

/**
 * Makes the import endpoints of a remote host. A host without imports does not have their paths. A host without jobs
 * answers an import with the report.
 */
export function makeRemoteImports(
  calls: Pick<ApiHost, 'get' | 'change'> & {
    postForm(path: string, form: FormData): Promise<ApiResult<Envelope>>;
  },
): HostImports {
  async function readState(id: string): Promise<ApiResult<ImportJob>> {
    const answer = await calls.get(`import/state/${id}`);
    if (!answer.ok) return answer;
    const job = readJob(answer.value);
    // Counting a write makes cached lists out of date, because they do not contain the imported rows.
    if (job && !isUnderWay(job)) countWrite();
    return job ? { ok: true, value: job } : { ok: false, error: { kind: 'unreadable' } };
  }

  async function send(
    wireName: string,
    file: ImportFile,
    { id, user, dryRun, titles, choices }: ImportCall,
  ): Promise<ApiResult<ImportJob>> {
    const form = new FormData();
    form.set('user', user);
    form.set('dryrun', dryRun ? '1' : '0');
    form.set('id', id);
    form.set('titles', JSON.stringify(titles));
    if (choices) form.set('choices', JSON.stringify(choices));
    form.set('file', new File([new Uint8Array(file.bytes)], file.name));
    const answer = await calls.postForm(`import/${wireName}`, form);
    if (!answer.ok) return isMissing(answer.error) ? noImports : answer;
    const job = readJob(answer.value);
    if (job) return { ok: true, value: job };
    const report = reportSchema.safeParse(answer.value.items.at(0));
    if (!report.success) return noImports;
    const end = report.data.refused > 0 ? 'refused' : 'done';
    const { rows } = report.data;
    const state = dryRun ? 'checked' : end;
    return { ok: true, value: { id, state, rows, report: report.data, message: null } };
  }

  return {
    start: send,
    state: readState,
    async cancel(id, user) {
      await calls.change(`import/cancel/${id}`, { user }, {});
    },
    keepsHistory: false,
  };
}

function readJob(envelope: Envelope): ImportJob | undefined {
  return jobSchema.safeParse(envelope.items.at(0)).data;
}

function isMissing(error: ApiError): boolean {
  return error.kind === 'missing' || (error.kind === 'unreachable' && error.status === 501);
}
