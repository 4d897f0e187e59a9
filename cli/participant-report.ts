import { type FileHandle, open, rm } from 'node:fs/promises';
import type { ErasurePlan } from '../app/lib/erasure/plan';
import { withoutStatementLimit } from '../shared/db/time-limits';
import { unwrap } from '../shared/result';
import { print } from './print';
import { readArguments } from './read-arguments';
import { UsageError } from './usage-error';
import { withPanel } from './with-panel';

/** The reasons why a file cannot be created, by the code of the error. */
const refusals: Readonly<Record<string, string>> = {
  EEXIST: 'There is a file with this name already: name a new file.',
  ENOENT: 'There is no such folder: name a file in a folder that exists.',
  ENOTDIR: 'There is no such folder: name a file in a folder that exists.',
  EISDIR: 'This is a folder: name a new file.',
};

/**
 * Runs `npm run participant:report`: writes all that is stored about a participant to a new HTML file, which only its
 * owner can read. The audit log and the access log say so before the file has any data.
 */
export function run(args: string[]): Promise<void> {
  const { positionals, values } = readArguments('participant:report', args);
  const [studyNumber = '', file, ...more] = positionals.map((text) => text.trim());
  if (!studyNumber || !file || more.length > 0)
    throw new UsageError(
      'Name one participant by their study number, and one file',
      'participant:report',
    );
  if (!values.as)
    throw new Error(
      'Say who produces the file: --as and a username, as the audit log shall name it.',
    );
  const order = { username: values.as, reason: values.reason };
  return withoutStatementLimit(() => withPanel(() => report(studyNumber, file, order)));
}

async function report(
  studyNumber: string,
  file: string,
  { username, reason }: { username: string; reason: string },
): Promise<void> {
  const { findIdByStudyNumber } = await import('../app/lib/erasure/find-in-lists.server');
  const { getErasure } = await import('../app/lib/erasure/get-erasure.server');
  const { checkReason } = await import('../app/lib/erasure/begin-erasure.server');
  const { makePlan } = await import('../app/lib/erasure/make-plan.server');
  const { toAuditText } = await import('../app/lib/core/form/to-audit-text');
  const id = unwrap(await findIdByStudyNumber(studyNumber));
  const plan = id === undefined ? undefined : unwrap(await makePlan(getErasure(), id));
  if (!plan) throw new Error('There is no participant with this study number.');
  const line = toAuditText(reason).trim();
  const checked = checkReason(line, plan);
  if (!checked.ok) throw new Error(`${checked.error}: --reason.`);
  const handle = await create(file);
  try {
    await handle.writeFile(await produce(plan, username, line));
    await handle.sync();
  } catch (error) {
    await rm(file, { force: true });
    throw error;
  } finally {
    await handle.close();
  }
  print(`All data of the participant are in ${file}. Delete it after you have given it to them.`);
}

/** Stores the audit entry, and returns the content of the file. */
async function produce(plan: ErasurePlan, username: string, reason: string): Promise<string> {
  const { getErasure } = await import('../app/lib/erasure/get-erasure.server');
  const { enterDurably } = await import('../app/lib/core/host/audit-intents.server');
  const { settleEntries } = await import('../app/lib/core/host/audit.server');
  const { produceReport, REPORT_TITLE } = await import('../app/lib/erasure/produce-report.server');
  const { toOpaqueId } = await import('../app/lib/core/addresses/record-address.server');
  const description = `Produced all data of participant ${toOpaqueId('participant', plan.person.participantId)} with a command: ${reason}`;
  await enterDurably([{ username, title: REPORT_TITLE, action: 'Export', description }]);
  await settleEntries();
  return unwrap(await produceReport({ id: '', username }, getErasure(), plan));
}

/** Creates a file that only its owner can read. Throws an error with one sentence if there is one already. */
function create(file: string): Promise<FileHandle> {
  return open(file, 'wx', 0o600).catch((error: NodeJS.ErrnoException) => {
    throw new Error(refusals[error.code ?? ''] ?? `The file cannot be created: ${error.code}.`);
  });
}
