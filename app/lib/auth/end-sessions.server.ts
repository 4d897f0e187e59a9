import { panelStore } from '../store/store.server';

/** Ends every session of a user, by name: they are disabled, gone, or have a new password. */
export async function endSessionsOf(username: string): Promise<void> {
  await (await panelStore()).deleteFrom('session').where('username', '=', username).execute();
}

/** A user's record was saved or deleted here. The inactive are out; others are asked about anew. */
export async function userRecordChanged(userId: string, active: boolean): Promise<void> {
  const db = await panelStore();
  if (active)
    await db.updateTable('session').set({ checked_at: 0 }).where('user_id', '=', userId).execute();
  else await db.deleteFrom('session').where('user_id', '=', userId).execute();
}
