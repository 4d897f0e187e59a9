import pLimit from 'p-limit';
import { defined } from 'shared/defined';
import { isIdentifying } from 'shared/entities/is-identifying';
import { toErrorText } from 'shared/error-text';
import type { Row } from 'shared/list/memory';
import { toText } from 'shared/list/values';
import { access } from '../core/access/access-entity';
import { describeKind, describeScreen } from '../core/access/access-words';
import { findRecordsOfAccess } from '../core/access/find-list.server';
import { noteRows } from '../core/access/note-access.server';
import { findNamedRecord } from '../core/entities/named-record';
import { formatValue } from '../core/list/format';
import { loadList } from '../core/list/load-list.server';
import { fetchRecord } from '../core/records/fetch-record.server';
import { config } from '../core/server/config.server';
import { log } from '../core/server/log.server';
import { refuseMissing } from '../core/server/refuse';
import type { SignedIn } from '../core/session/guard.server';

/** The maximum number of records that are requested from the host at the same time. */
const PARALLEL = 10;

/**
 * Loads the list of the records of one access. Throws a 404 response if the access does not exist or, with `userKey`,
 * belongs to another user.
 */
export async function loadAccess(
  signedIn: SignedIn,
  request: Request,
  { id, userKey }: { id: string; userKey?: string },
) {
  const list = await findRecordsOfAccess(id, { userKey, nameRecords });
  const found = list?.accesses?.access;
  if (!list || !found) refuseMissing('access');
  const view = await loadList(signedIn, list, request);
  const { date, kind, list: screen, username } = found;
  if (userKey === undefined) {
    const columns = access.list.columns.filter(({ field }) => field === 'access_user');
    noteRows(signedIn.user, 'List', access, [{ access_id: id, access_user: username }], columns);
  }
  const [at] = access.list.columns.filter(({ field }) => field === 'access_date');
  const moment = formatValue(defined(at), { access_date: date }, config.STUDY_TIME_ZONE);
  return {
    title: view.title,
    trail: view.trail,
    view,
    description: `${describeKind(kind)}: ${describeScreen(screen)}, ${moment}, by ${username}.`,
  };
}

/** Adds the names of records to the rows of a page. Leaves the name empty if the host does not return the record. */
function nameRecords(rows: readonly Row[]): Promise<Row[]> {
  const slots = pLimit(PARALLEL);
  return Promise.all(rows.map((row) => slots(() => nameRecord(row))));
}

async function nameRecord(row: Row): Promise<Row> {
  const key = toText(row.record_id);
  const record = key === '' ? undefined : findNamedRecord(toText(row.record_entity), key);
  if (!record) return row;
  const { entity, id } = record;
  const found = await fetchRecord(entity, id).catch((error: unknown) => {
    log.error({ error: toErrorText(error) }, 'a record of an access could not be named');
    return undefined;
  });
  if (!found?.ok) return row;
  const record_name = toText(found.value[entity.label]);
  const column = entity.list.columns.find(({ field }) => field === entity.label);
  const identifies = column !== undefined && isIdentifying(column, record_name);
  return { ...row, record_name, is_identifying: row.is_identifying === true || identifies };
}
