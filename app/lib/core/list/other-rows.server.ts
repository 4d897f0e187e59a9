import type { ListQuery } from 'shared/list/grammar';
import type { ListPage } from 'shared/list/memory';
import { readAccessedRecords } from '../access/read-accessed-records.server';
import { readAccesses } from '../access/read-accesses.server';
import { deletedRecord } from '../entities/deleted-record';
import type { Entity } from '../entities/entity';
import { upload } from '../entities/upload';
import { readHistoryPage } from '../history/history-rows.server';
import type { ApiResult } from '../host/api-result';
import { getApiHost } from '../host/host.server';
import { messages } from '../host/messages';
import { readSavedSummary } from '../messenger/conversations/saved.server';
import { readDocuments } from '../messenger/document-lists.server';
import { queryRows } from '../rows/query-rows.server';

/** The messages for the lists that only the embedded host has, by entity. */
const missing: Readonly<Record<string, string>> = {
  [deletedRecord.name]: messages.noBin,
  [upload.name]: messages.noGallery,
};

/** Runs a query on rows that do not come from the API host. */
export async function readOtherRows(
  entity: Entity,
  query: ListQuery,
): Promise<ApiResult<ListPage>> {
  switch (entity.source) {
    case 'documents':
      return readDocuments(entity, query);
    case 'session':
      return readSummary(entity, query);
    case 'accesses':
      return {
        ok: true,
        value:
          entity.accesses?.access === undefined
            ? await readAccesses(entity.accesses ?? {}, query)
            : await readAccessedRecords(entity, query),
      };
    case 'history':
      return {
        ok: true,
        value: await readHistoryPage(entity, query, getApiHost().bin !== undefined),
      };
    case undefined:
      return { ok: false, error: { kind: 'missing', message: missing[entity.name] } };
  }
}

/** Reads the conversation summary that was loaded for the session. */
async function readSummary(entity: Entity, query: ListQuery): Promise<ApiResult<ListPage>> {
  const saved = await readSavedSummary(entity.sessionId ?? '');
  return saved
    ? { ok: true, value: queryRows(entity, saved.rows, query) }
    : { ok: false, error: { kind: 'refused', message: messages.noInformation } };
}
