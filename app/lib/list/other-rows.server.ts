import type { ListQuery } from 'shared/list/grammar';
import type { ListPage } from 'shared/list/memory';
import type { Entity } from '../entities/entity';
import type { ApiResult } from '../host/api-result';
import { messages } from '../host/messages';
import { readSavedSummary } from '../messenger/conversations/saved.server';
import { readDocuments } from '../messenger/document-lists.server';
import { queryRows } from '../rows/query-rows.server';

/** Answers a query over rows that the API host does not have. */
export async function readOtherRows(
  entity: Entity,
  query: ListQuery,
): Promise<ApiResult<ListPage>> {
  switch (entity.source) {
    case 'documents':
      return readDocuments(entity, query);
    case 'session':
      return readSummary(entity, query);
    case undefined:
      // Of the lists that only the embedded host has, the gallery is the one.
      return { ok: false, error: { kind: 'missing', message: messages.noGallery } };
  }
}

/** Reads the conversation summary that the session has loaded. */
async function readSummary(entity: Entity, query: ListQuery): Promise<ApiResult<ListPage>> {
  const saved = await readSavedSummary(entity.sessionId ?? '');
  return saved
    ? { ok: true, value: queryRows(entity, saved.rows, query) }
    : { ok: false, error: { kind: 'refused', message: messages.noInformation } };
}
