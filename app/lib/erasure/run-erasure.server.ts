import { randomUUID } from 'node:crypto';
import type { StudyTables } from 'backend/db/study-tables';
import { findIdentities } from 'backend/history/identities';
import type { Kysely } from 'kysely';
import pLimit from 'p-limit';
import { rewriteFile } from 'shared/db/rewrite-file';
import { listCertainMentions, listMentions } from 'shared/erasure/person';
import { failWith, unwrap } from 'shared/result';
import { z } from 'zod';
import { settleAccesses } from '../core/access/collect-accesses.server';
import { forgetKeys } from '../core/access/record-keys.server';
import { getHistoryStore } from '../core/history/history-store.server';
import { eraseReasons } from '../core/host/remote-withdrawals.server';
import { type AttemptOutcome, FOR_GOOD_MS, type JobKind } from '../core/jobs/job-kind';
import { cancelAllRuns } from '../core/messenger/conversations/runs.server';
import { deleteFormer } from '../core/server/former-databases.server';
import { log } from '../core/server/log.server';
import { makeSealer } from '../core/server/seal.server';
import { getStore } from '../core/server/store.server';
import { checkErasable } from './check-erasable.server';
import { eraseDocuments } from './erase-documents.server';
import { eraseFromHistory, findNamingIdentities } from './erase-history';
import { deleteTemporary, deleteViews, endNamingSessions } from './erase-kept.server';
import { addToErased } from './erased-file.server';
import {
  type Erasure,
  listUnrewritten,
  readErasure,
  storeCertificate,
} from './erasure-store.server';
import { getErasure } from './get-erasure.server';
import { mergePlans, planFor } from './make-plan.server';
import { type ErasurePlan, planSchema } from './plan';

/** The title of audit entries about erasures. */
export const ERASURE_TITLE = 'Erase participant';

/** The time in milliseconds between two attempts of an erasure. */
export const ERASE_EVERY_MS = 60_000;

const { seal, unseal } = makeSealer('erasures');

/**
 * The jobs that carry out erasures. Each is stored until its erasure is completed; its token is the id of the
 * erasure.
 */
export const erasureJobs: JobKind<{ plan: ErasurePlan }, object> = {
  name: 'erasure',
  title: 'Erasure',
  contentSchema: z.object({ plan: planSchema }),
  describe: (_, { token }) => ({ what: 'a participant', href: `/erasure/${token}` }),
  outputSchema: z.object({}),
  // The content is bound to the token without the owner, because earlier versions have stored it like this.
  sealer: {
    seal: (content, [, ...name]) => seal(content, name),
    unseal: (sealed, [, ...name]) => unseal(sealed, name),
  },
  // Deleted when the erasure is completed.
  keepMs: FOR_GOOD_MS,
  slots: pLimit(2),
  failures: { stopped: 'The panel was stopped.', failed: 'A step failed.' },
  attempts: { make: tryToErase, everyMs: ERASE_EVERY_MS, areRepeatable: true, stopMs: 2_000 },
};

/**
 * Carries out an erasure, or completes it after an interruption: each step may be repeated. Erases nothing, and
 * returns `later`, while an import, a bulk action or an export could store the data again, or if the certificate
 * cannot be decrypted. Throws if a step fails. Large files are not rewritten.
 */
async function tryToErase(
  { plan: stored }: { plan: ErasurePlan },
  { token: id }: { token: string },
): Promise<AttemptOutcome<object>> {
  const host = getErasure();
  const erasure = await readErasure(id);
  const erasable = erasure
    ? await checkErasable(host, stored)
    : failWith('No panel key of this process decrypts the certificate.');
  if (!erasable.ok) log.warn({ erasure: id, obstacle: erasable.error }, 'an erasure waits');
  if (!erasable.ok || !erasure) return 'later';
  // Records may have been added since the plan was stored.
  const plan = mergePlans(stored, unwrap(await planFor(host, stored.person)));
  await updatePlan(id, plan);
  await addToErased(id, plan.person);
  await host.erase(plan.person, plan.uploads);
  unwrap(await eraseDocuments(plan.messenger));
  // Before the job is deleted, so that an interruption does not leave the person in these files.
  deleteFormer();
  await erasePanelData(erasure, plan);
  // Last, so that the file loses the plan too, which names the person.
  await rewriteDatabase(true);
  // The job has been deleted with its plan, so that this outcome is not stored.
  return { ok: true, value: {} };
}

async function updatePlan(id: string, plan: ErasurePlan): Promise<void> {
  await (await getStore())
    .updateTable('job')
    .set({ content: seal(JSON.stringify({ plan }), [id]) })
    .where('token', '=', id)
    .execute();
}

/**
 * Erases the person from the panel's own tables, queues the audit entry, completes the certificate and deletes the
 * job, in one transaction.
 */
async function erasePanelData(erasure: Erasure, plan: ErasurePlan): Promise<void> {
  const { id, certificate } = erasure;
  const named = listMentions(plan.person);
  const { db, ring } = await getHistoryStore();
  const certain = listCertainMentions(plan.person);
  const own = await findIdentities({ db, ring }, plan.records);
  const naming = await findNamingIdentities({ db, ring }, own, certain);
  await settleAccesses();
  // A summary of conversations that this process is loading would otherwise be stored after the erasure.
  cancelAllRuns();
  await db.transaction().execute(async (transaction) => {
    const job = transaction.deleteFrom('job').where('token', '=', id);
    // No job: another process has completed the erasure.
    if ((await job.executeTakeFirst()).numDeletedRows === 0n) return;
    const store = { db: transaction, ring };
    await eraseFromHistory(store, { records: plan.records, naming, named });
    await forgetKeys(
      transaction,
      plan.records.map(({ entity, recordId }) => ({ entity, key: recordId })),
    );
    await eraseReasons(
      transaction,
      plan.records.flatMap(({ entity, recordId }) => (entity === 'participant' ? [recordId] : [])),
    );
    await deleteTemporary(transaction, plan);
    await deleteViews(transaction, named);
    await endNamingSessions(transaction, named);
    await queueEntry(transaction, erasure);
    await storeCertificate(transaction, id, { ...certificate, needsRewrite: true });
  });
}

async function queueEntry(db: Kysely<StudyTables>, erasure: Erasure): Promise<void> {
  const { participant, isRepeated, isCommand } = erasure.certificate;
  const how = isCommand ? 'with a command ' : '';
  const why = isRepeated ? 'again, after a restore' : `${how}(certificate ${erasure.id})`;
  await db
    .insertInto('audit_intent')
    .values({
      ...{ id: randomUUID(), owner: '', username: erasure.username, title: ERASURE_TITLE },
      ...{ action: 'Delete', description: `Erased participant ${participant} ${why}` },
      ...{ state: 'due', created_at: Date.now(), due_at: 0, attempts: 0 },
    })
    .execute();
}

/**
 * Rewrites the file of the database after completed erasures, so that it no longer contains deleted data. Does nothing if
 * it has been rewritten. If the panel `isRunning`, a large file waits for the next start.
 */
export async function rewriteDatabase(isRunning: boolean): Promise<void> {
  const erasures = await listUnrewritten();
  const db = await getStore();
  if (erasures.length === 0 || !(await rewriteFile(db, { isRunning }))) return;
  for (const { id, certificate } of erasures)
    await storeCertificate(db, id, { ...certificate, needsRewrite: false });
}
