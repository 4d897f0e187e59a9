import { redirect } from '@remix-run/node';
import { parseEarlier } from 'backend/history/earlier-id';
import { findEarlierId } from 'backend/history/identities';
import { findLastAction } from 'backend/history/read-history';
import { declarations } from 'shared/entities';
import type { Row } from 'shared/list/memory';
import { toPublicPath } from '../core/addresses/public-path.server';
import type { Entity } from '../core/entities/entity';
import { findNamedRecord, type NamedRecord } from '../core/entities/named-record';
import { bindHistoryToRecord, hasHistory } from '../core/entities/record-history';
import { getHistoryPath, readHistoryAddress } from '../core/history/history-address.server';
import { getHistoryStore, hasLostHistory } from '../core/history/history-store.server';
import { isAbsent } from '../core/host/absent.server';
import { getApiHost } from '../core/host/host.server';
import { loadList } from '../core/list/load-list.server';
import { fetchRecord } from '../core/records/fetch-record.server';
import { nameRecord } from '../core/records/name-record';
import {
  buildRecordTrail,
  findRecordPath,
  noteNamedRecord,
} from '../core/records/record-trail.server';
import { refuseMissing } from '../core/server/refuse';
import type { SignedIn } from '../core/session/guard.server';
import { refuseHistoryOfDeleted } from '../core/session/refuse-deleted.server';
import { settleBriefly } from '../core/undo/settle-changes.server';

/**
 * Loads the list of a record's changes for a signed-in user. Throws a 404 response if the entity does not exist or has
 * no history, or if the record neither exists nor has changes, and a redirect if `address` contains an id unencrypted.
 */
export async function loadHistory(
  signedIn: SignedIn,
  request: Request,
  name: string,
  address: string,
) {
  const recordName = readHistoryAddress({ entity: name, address });
  const record = findNamedRecord(recordName.entity, recordName.recordId);
  const declared = declarations.find((one) => one.name === name);
  if (!record || !declared || !hasHistory(declared)) refuseMissing();
  const path = getHistoryPath(recordName);
  const list = bindHistoryToRecord(name, address);
  // The address may contain the id of a phone or a participant unencrypted.
  if (path !== list?.list.path) throw redirect(path);
  await settleBriefly();
  await refuseHistoryOfDeleted(signedIn.user, recordName);
  const shared = parseEarlier(record.id)?.id;
  const present = shared === undefined ? await readPresent(record) : null;
  if (present === null && !(await findLastAction(await getHistoryStore(), recordName)))
    refuseMissing();
  const scope = { entity: name, address, present };
  const title =
    shared === undefined
      ? nameRecord(record.entity, present ?? {}, record.id)
      : `an earlier ${record.entity.singular} with the same ID`;
  const heading = `History of ${title}`;
  const earlier = await findEarlierId(await getHistoryStore(), recordName);
  const view = await loadList(signedIn, { ...list, heading, historyOf: scope }, request);
  noteNamedRecord(signedIn.user, record, present ?? {});
  return {
    title: view.title,
    trail: buildRecordTrail({ ...record, row: present ?? {} }, { title: 'History' }),
    view: {
      ...view,
      note: [describeHistory(record.entity), view.note].filter(Boolean).join(' '),
    },
    recordHref: toPublicPath(
      findRecordPath(record.entity, shared ?? record.id) ?? record.entity.list.path,
    ),
    recordTitle: nameRecord(record.entity, present ?? {}, shared ?? record.id),
    earlierHref: earlier && getHistoryPath({ entity: name, recordId: earlier }),
  };
}

/** Returns the record as it is now, null if it does not exist, or undefined if it cannot be read at the moment. */
async function readPresent(record: NamedRecord): Promise<Row | null | undefined> {
  const found = await fetchRecord(record.entity, record.id);
  if (found.ok) return found.value;
  return isAbsent(found.error) ? null : undefined;
}

/** Returns a note that says which changes are not in a history, and which cannot be taken back. */
function describeHistory({ name, deletable }: Entity): string {
  const { imports, bin } = getApiHost();
  const others = imports.keepsHistory ? 'by other programs' : 'by other programs and by imports';
  const notes = [`Changes that were made in this panel. Changes ${others} are not listed.`];
  if (deletable && !bin)
    notes.push('Deletions are final: this API host cannot put back a record that was deleted.');
  if (hasLostHistory(name))
    notes.push(
      'The panel key was lost: changes that were stored with it cannot be read, and are not listed.',
    );
  return notes.join(' ');
}
