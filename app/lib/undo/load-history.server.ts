import { redirect } from '@remix-run/node';
import { toPublicPath } from '../addresses/public-path.server';
import { getDetailPath, getEditPath } from '../entities/entity';
import { bindHistoryToRecord } from '../entities/record-history';
import { getHistoryPath, readHistoryAddress } from '../history/history-address.server';
import { hasLostHistory } from '../history/history-store.server';
import { getApiHost } from '../host/host.server';
import { loadList } from '../list/load-list.server';
import type { SignedIn } from '../session/guard.server';
import { findNamedRecord, type NamedRecord } from './find-record.server';
import { settleBriefly } from './settle-changes.server';

/** Loads the list of a record's changes for a signed-in user. Throws a 404 response if there is no such entity. */
export async function loadHistory(
  signedIn: SignedIn,
  request: Request,
  name: string,
  address: string,
) {
  const list = bindHistoryToRecord(name, address);
  const recordName = { entity: name, recordId: readHistoryAddress(address) };
  const record = findNamedRecord(recordName);
  if (!list || !record) throw new Response('There is no such record.', { status: 404 });
  const path = getHistoryPath(recordName);
  // An address that holds the id of a phone or a participant itself.
  if (path !== list.list.path) throw redirect(path);
  await settleBriefly();
  const view = await loadList(signedIn, list, request);
  return {
    title: view.title,
    view,
    isIncomplete: hasLostHistory(name),
    isFinal: Boolean(record.entity.deletable) && !getApiHost().bin,
    recordHref: getRecordPath(record),
    recordTitle: record.entity.singular,
  };
}

/** Returns the address of a record's page, or of its list if it has none. */
export function getRecordPath({ entity, id }: NamedRecord): string {
  if (entity.form) return toPublicPath(getEditPath(entity, id));
  return entity.detail ? toPublicPath(getDetailPath(entity, id)) : entity.list.path;
}
