import { apiPostForm } from '../api/client.server';
import type { ApiFault, ApiResult } from '../api/envelope';
import { messages } from '../api/messages';
import type { Importable } from './importable';
import { type ImportReport, reportSchema } from './report';

export interface ImportFile {
  name: string;
  bytes: Buffer;
}

const noImports = { ok: false, fault: { kind: 'refused', message: messages.noImports } } as const;

/** Has the host check a file, or import it. A host that does not know imports has no such path. */
export async function sendImport(
  { noun, titles }: Importable,
  file: ImportFile,
  { user, dryRun }: { user: string; dryRun: boolean },
): Promise<ApiResult<ImportReport>> {
  const form = new FormData();
  form.set('user', user);
  form.set('dryrun', dryRun ? '1' : '0');
  form.set('titles', JSON.stringify(titles));
  form.set('file', new File([new Uint8Array(file.bytes)], file.name));
  const answer = await apiPostForm(`import/${noun}`, form);
  if (!answer.ok) return isMissing(answer.fault) ? noImports : answer;
  const report = reportSchema.safeParse(answer.value.items.at(0));
  return report.success ? { ok: true, value: report.data } : noImports;
}

function isMissing(fault: ApiFault): boolean {
  return fault.kind === 'unreachable' && [404, 405, 501].includes(fault.status ?? 0);
}
