import { randomUUID } from 'node:crypto';
import type { Kysely } from 'kysely';
import { rewriteFile } from 'shared/db/rewrite-file';
import { listCertainMentions, listMentions } from 'shared/erasure/person';
import { settleAccesses } from '../access/collect-accesses.server';
import { forgetKeys } from '../access/record-keys.server';
import { withRecordLock } from '../form/with-record-lock.server';
import { getHistoryStore } from '../history/history-store.server';
import type { HostErasure } from '../host/api-host';
import { getApiHost } from '../host/host.server';
import { eraseReasons } from '../host/remote-withdrawals.server';
import { cancelAllRuns } from '../messenger/conversations/runs.server';
import { getStore } from '../server/store.server';
import type { StoreTables } from '../server/store-tables';
import { eraseDocuments } from './erase-documents.server';
import { eraseFromHistory, findNamingIdentities } from './erase-history';
import { deleteTemporary, deleteViews, endNamingSessions } from './erase-kept.server';
import { addToErased } from './erased-file.server';
import { type Erasure, readErasure, storeCertificate, updatePlan } from './erasure-store.server';
import { getErasure } from './get-erasure.server';
import { mergePlans, planFor } from './make-plan.server';
import type { ErasurePlan } from './plan';

/** The title of audit entries about erasures. */
export const TITLE = 'Erase participant';

/**
 * Carries out a stored erasure, or completes it after an interruption. Each step may be repeated. Does nothing if the
 * erasure is completed and its files are rewritten. `isRunning` is true if the panel answers requests meanwhile; large
 * files are then not rewritten. Throws if a step fails; a later attempt then completes the erasure.
 */
export async function runErasure(id: string, isRunning: boolean): Promise<void> {
  await withRecordLock(
    `erasure ${id}`,
    async () => {
      const erasure = await readErasure(id);
      const host = getErasure();
      if (!erasure) return;
      const { plan, certificate } = erasure;
      if (plan) await erase(erasure, plan, host);
      // Rewrites the files last: the plan, which names the person, has then been deleted too.
      if (!plan && !certificate.needsRewrite) return;
      if (await rewriteAll(host, isRunning))
        await storeCertificate(await getStore(), id, { ...certificate, needsRewrite: false });
    },
    async () => {
      throw new Error('Another attempt of this erasure is taking longer than usual.');
    },
  );
}

async function erase(erasure: Erasure, stored: ErasurePlan, host: HostErasure): Promise<void> {
  await getApiHost().imports.moveChanges();
  // Records may have been added since the plan was stored.
  const plan = mergePlans(stored, await planFor(host, stored.person));
  await updatePlan(erasure, plan);
  await addToErased(erasure.id, plan.person);
  await host.erase(plan.person, plan.uploads);
  await eraseDocuments(plan.messenger);
  await erasePanelData(erasure, plan);
}

/**
 * Erases the person from the panel's own store, queues the audit entry, and replaces the plan by the certificate, in
 * one transaction.
 */
async function erasePanelData(erasure: Erasure, plan: ErasurePlan): Promise<void> {
  const named = listMentions(plan.person);
  const { db, ring } = await getHistoryStore();
  const certain = listCertainMentions(plan.person);
  const naming = await findNamingIdentities({ db, ring }, plan.records, certain);
  await settleAccesses();
  // Otherwise, a summary of conversations that this process is loading would be stored after the erasure.
  cancelAllRuns();
  await db.transaction().execute(async (transaction) => {
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
    await deleteTemporary(transaction);
    await deleteViews(transaction, named);
    await endNamingSessions(transaction, named);
    await queueEntry(transaction, erasure);
    await storeCertificate(transaction, erasure.id, { ...erasure.certificate, needsRewrite: true });
  });
}

async function queueEntry(db: Kysely<StoreTables>, erasure: Erasure): Promise<void> {
  const { participant, isRepeated, isCommand } = erasure.certificate;
  const how = isCommand ? 'with a command ' : '';
  const why = isRepeated ? 'again, after a restore' : `${how}(certificate ${erasure.id})`;
  await db
    .insertInto('audit_intent')
    .values({
      ...{ id: randomUUID(), owner: '', username: erasure.username, title: TITLE },
      ...{ action: 'Delete', description: `Erased participant ${participant} ${why}` },
      ...{ state: 'due', created_at: Date.now(), due_at: 0, attempts: 0 },
    })
    .execute();
}

async function rewriteAll(host: HostErasure, isRunning: boolean): Promise<boolean> {
  const panel = await rewriteFile(await getStore(), { isRunning });
  return (await host.rewrite(isRunning)) && panel;
}
