import { allRows } from 'shared/list/grammar';
import { toText } from 'shared/list/values';
import { bindToParent } from '../core/entities/bind-to-parent';
import { conversation } from '../core/entities/conversation';
import type { Entity } from '../core/entities/entity';
import { fetchRows } from '../core/list/fetch-rows.server';
import type { Party } from '../core/messenger/find-parties.server';
import { refuseMissing } from '../core/server/refuse';

/**
 * Throws a 404 response for the address of a chat that does not exist: it has no party, and the phone from which it was
 * opened has no such conversation. `view` is the chat's page. If that could not be loaded, does nothing.
 */
export async function refuseAbsentChat(
  { parentId, ofPhone }: Entity,
  view: { error?: string },
  parties: readonly Party[],
): Promise<void> {
  if (view.error !== undefined || parties.length > 0) return;
  if (ofPhone) {
    const found = await fetchRows(bindToParent(conversation, ofPhone), allRows);
    if (!found.ok || found.value.rows.some((row) => toText(row.conversation) === parentId)) return;
  }
  refuseMissing();
}
