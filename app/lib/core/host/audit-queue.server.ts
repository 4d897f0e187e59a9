import { randomUUID } from 'node:crypto';
import type { StudyTables } from 'backend/db/study-tables';
import type { Kysely, Selectable } from 'kysely';
import type { AuditAction } from 'shared/audit-actions';
import { config } from '../server/config.server';
import { getStore } from '../server/store.server';
import type { AuditEntry } from './change-entry';
import { isKnownMissing } from './missing.server';

/** An audit entry that is stored until it is sent, with the time at which it is due for sending. */
export type Intent = Selectable<StudyTables['audit_intent']>;

/** The maximum number of stored entries while the host accepts none. */
export const MAX_WAITING = 10_000;
/** The actions whose entries may be deleted if more than MAX_WAITING are stored, because the actions change nothing. */
export const DROPPABLE = [
  'View',
  'Login',
  'Logout',
  'Lock',
  'Unlock',
  'Failed sign-in',
  'Lock-out',
  'Refused',
] as const satisfies readonly AuditAction[];

/** The time in milliseconds for which a process claims an entry in order to send it. */
export const LEASE_MS = config.API_TIMEOUT_MS + 30_000;

/** Returns an open intent, for a change that is about to be made. */
export function buildIntent(
  { username, title, action }: Omit<AuditEntry, 'description'>,
  description: string,
  owner: string,
): Intent {
  const base = { id: randomUUID(), owner, username, title, action, description };
  return { ...base, state: 'open', created_at: Date.now(), due_at: 0, attempts: 0 };
}

/**
 * Returns the intent as due and claimed by this process. If the claim expires, another process may send the
 * entry.
 */
export function claimNow(intent: Intent): Intent {
  return { ...intent, state: 'due', due_at: Date.now() + LEASE_MS, attempts: 1 };
}

/** Returns true if the host does not have the audit log, so that it will accept no entry. */
export function hasNoAuditLog(): boolean {
  return isKnownMissing('audit/update');
}

/**
 * Throws if the store already holds MAX_WAITING entries of changes. These entries are not deleted, because a change
 * that was confirmed must have its entry. Does not throw for a host without an audit log, whose entries may be deleted.
 */
export async function requireRoom(): Promise<void> {
  if (hasNoAuditLog()) return;
  const { count } = await (await getStore())
    .selectFrom('audit_intent')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('action', 'not in', DROPPABLE)
    .executeTakeFirstOrThrow();
  if (Number(count) >= MAX_WAITING)
    throw new Error('the API host accepts no audit entries, and no more can be stored');
}

export async function insertIntents(
  intents: readonly Intent[],
  db?: Kysely<StudyTables>,
): Promise<void> {
  if (intents.length === 0) return;
  await (db ?? (await getStore()))
    .insertInto('audit_intent')
    .values([...intents])
    .execute();
}

/** Stores entries in the transaction of the change that they describe. The outbox sends them within seconds. */
export function queueEntries(
  entries: readonly AuditEntry[],
  transaction: Kysely<StudyTables>,
): Promise<void> {
  const due = entries.map((entry) => ({
    ...buildIntent(entry, entry.description, ''),
    state: 'due' as const,
  }));
  return insertIntents(due, transaction);
}
