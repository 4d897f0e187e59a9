import { getStore } from '~/lib/core/server/store.server';
import { hashToken } from '~/lib/core/session/live-sessions.server';
import { sessionStorage } from '~/lib/core/session/session.server';
import type { SessionData } from '~/lib/core/session/session-data';

/** Changes fields of the stored session of a cookie, as other requests do. Undefined removes a field. */
export async function changeStoredSession(
  cookie: string,
  fields: Partial<{ [Name in keyof SessionData]: SessionData[Name] | undefined }>,
): Promise<void> {
  const session = await sessionStorage.getSession(cookie);
  const { record: _, ...content } = session.data;
  await (await getStore())
    .updateTable('session')
    .set({ data: JSON.stringify({ ...content, ...fields }) })
    .where('token_hash', '=', hashToken(session.id))
    .execute();
}
