import type { Database } from 'backend/db/types';
import { getStore, writeUnsynced } from '../server/store.server';
import { hashToken } from './live-sessions.server';
import type { SessionData, Toast } from './session-data';
import type { SignedInUser } from './user';

/** The fields that a live session can get, change or lose. Undefined removes a field. */
type SessionFields = Partial<{
  [Name in keyof StoredFields]: StoredFields[Name] | undefined;
}>;
type StoredFields = Omit<SessionData, 'record' | 'user' | 'account' | 'pending' | 'device'>;
type Content = Partial<Omit<SessionData, 'record'>>;

/** The maximum number of other changes of one session that may come in between. */
const MAX_TRIES = 50;

/** Stores fields of a session, and leaves its other fields as they are. Returns false if the session has ended. */
export async function setSessionFields(token: string, fields: SessionFields): Promise<boolean> {
  return changeSession(await getStore(), token, (content) => ({ ...content, ...fields }));
}

/**
 * Stores the message that the next page of a session shows, in the transaction if one is given. Otherwise, a power cut
 * may undo this: then the message is missing, or is shown twice.
 */
export async function storeToast(
  token: string,
  toast: Toast,
  transaction?: Database,
): Promise<void> {
  const store = (db: Database) => changeSession(db, token, (content) => ({ ...content, toast }));
  await (transaction ? store(transaction) : writeUnsynced(store));
}

/** Deletes the message of a session, unless another message has replaced it. */
export async function deleteToast(token: string, shown: Toast): Promise<void> {
  const text = JSON.stringify(shown);
  await writeUnsynced((db) =>
    changeSession(db, token, ({ toast, ...content }) =>
      JSON.stringify(toast) === text ? content : undefined,
    ),
  );
}

/**
 * Deletes the new recovery codes of a session and returns them, encrypted as they are. Of several requests, one gets
 * them.
 */
export async function takeRecoveryCodes(token: string): Promise<string | undefined> {
  let taken: string | undefined;
  await changeSession(await getStore(), token, ({ recoveryCodes, ...content }) => {
    taken = recoveryCodes;
    return recoveryCodes === undefined ? undefined : content;
  });
  return taken;
}

/**
 * Stores the time at which the host was asked about the session's user, and what it said. Does nothing if the session
 * has been checked, or marked for another check, since `checkedAt` was read: what the host said may be out of date.
 */
export async function storeChecked(
  token: string,
  checkedAt: number | null,
  user: SignedInUser | undefined,
): Promise<void> {
  const checked = { checkedAt, now: Date.now() };
  await changeSession(
    await getStore(),
    token,
    (content) => (user ? { ...content, user } : content),
    checked,
  );
}

/** Returns the time at which a session's user last proved who they are, as it is stored now. */
export async function readProvenAt(token: string): Promise<number> {
  const row = await selectContent(await getStore(), token);
  return row?.content.provenAt ?? 0;
}

/**
 * Changes the content of a session: reads it, and writes it back only if nobody else has changed it meanwhile, or else
 * begins again. So no request writes back what it has read earlier. `change` returns undefined if there is nothing to
 * change. Returns false if the session does not exist.
 */
async function changeSession(
  db: Database,
  token: string,
  change: (content: Content) => Content | undefined,
  checked?: { checkedAt: number | null; now: number },
): Promise<boolean> {
  for (let tries = 0; tries < MAX_TRIES; tries += 1) {
    const row = await selectContent(db, token);
    if (!row || (checked && row.checkedAt !== toNumber(checked.checkedAt))) return false;
    const changed = change(row.content);
    if (!changed) return true;
    const { numUpdatedRows } = await db
      .updateTable('session')
      .set({ data: JSON.stringify(changed), ...(checked && { checked_at: checked.now }) })
      .where('token_hash', '=', hashToken(token))
      .where('data', '=', row.data)
      .$if(checked !== undefined, (query) =>
        query.where('checked_at', row.checkedAt === null ? 'is' : '=', row.checkedAt),
      )
      .executeTakeFirst();
    if (numUpdatedRows > 0n) return true;
  }
  throw new Error('a session changed too often to be changed');
}

async function selectContent(db: Database, token: string) {
  const row = await db
    .selectFrom('session')
    .select(['data', 'checked_at'])
    .where('token_hash', '=', hashToken(token))
    .executeTakeFirst();
  if (!row) return undefined;
  const content: Content = JSON.parse(row.data);
  return { data: row.data, checkedAt: toNumber(row.checked_at), content };
}

function toNumber(value: number | null): number | null {
  return value === null ? null : Number(value);
}
