import { readHistory } from 'backend/history/read-history';
import { toText } from 'shared/list/values';
import { WITHDRAWAL_REASON, WITHDRAWN_ON } from 'shared/list/withdrawn';
import type { Result } from 'shared/result';
import { showsText } from 'shared/shows-text';
import { describeKind, describeScreen } from '../core/access/access-words';
import { settleAccesses } from '../core/access/collect-accesses.server';
import { buildRecordCondition } from '../core/access/record-condition.server';
import { findEntity } from '../core/entities';
import { getOwnColumns } from '../core/entities/list-fields';
import { getHistoryStore } from '../core/history/history-store.server';
import type { HostErasure } from '../core/host/api-host';
import { findInList } from '../core/list/find-in-list.server';
import { paths } from '../core/messenger/cloud-store.server';
import { config } from '../core/server/config.server';
import { formatMoment } from '../core/server/format-moment.server';
import { getStore } from '../core/server/store.server';
import { buildSections } from '../detail/build-sections';
import { readDocumentParts } from './find-documents.server';
import { nameKind } from './make-plan.server';
import type { ErasurePlan } from './plan';
import type { ReportField, ReportItem, ReportSection } from './report';
import { withMessenger } from './with-messenger.server';

const MAX_MESSAGES = 1_000_000;
const withdrawalFields: readonly string[] = [WITHDRAWN_ON, WITHDRAWAL_REASON];
/** The entities whose stored rows say more than their lists, or that have no list of their own. */
const shownAsStored: readonly string[] = ['deleted-record', 'linked-participant'];

/** Collects all that is stored about a participant, in words. Fails if the host or the messenger does not answer. */
export async function collectReport(
  host: HostErasure,
  plan: ErasurePlan,
): Promise<Result<ReportSection[], string>> {
  const sections: ReportSection[] = [];
  const records = await host.readRows(plan.person);
  if (!records.ok) return records;
  const messenger = await readMessenger(plan);
  if (!messenger.ok) return messenger;
  for (const { entity, rows } of records.value) {
    const items: ReportItem[] = [];
    for (const { id, row } of rows) items.push(await describeRow(entity, id, row));
    sections.push({ title: nameKind(entity), items });
  }
  sections.push(
    { title: 'Messenger', items: messenger.value },
    { title: 'Former values in the history', items: await readChanges(plan) },
    { title: 'Accesses to the participant’s record', items: await readAccesses(plan) },
  );
  return { ok: true, value: sections.filter(({ items }) => items.length > 0) };
}

/** Returns a record in the words of its list or, if it has none, with the names of its columns. */
async function describeRow(
  name: string,
  id: string,
  values: Readonly<Record<string, unknown>>,
): Promise<ReportItem> {
  const entity = shownAsStored.includes(name) ? undefined : findEntity(name);
  const found = entity ? await findInList(entity, id) : undefined;
  const row = found?.ok ? found.value : undefined;
  if (!entity || !row) return { title: id, fields: describeFields(values) };
  // The file has complete values, also if pages mask them.
  const withdrawal = entity.list.columns.filter(({ field }) => withdrawalFields.includes(field));
  const columns = [...getOwnColumns(entity.list), ...withdrawal].map((column) => ({
    ...column,
    ...{ masked: undefined, derived: undefined },
  }));
  const parts = buildSections(columns, row, {
    ...{ showsAll: false, explanations: new Map(), timeZone: config.STUDY_TIME_ZONE },
  });
  return {
    title: showsText(toText(row[entity.label])) ? toText(row[entity.label]) : id,
    fields: parts.flatMap(({ fields }) => fields.map(({ title, text }) => ({ title, text }))),
  };
}

/** Returns the values of a document or a row. A value that is no text, number or date is written as JSON. */
function describeFields(fields: Readonly<Record<string, unknown>>): ReportField[] {
  return Object.entries(fields)
    .filter(([, value]) => value !== null && value !== undefined && value !== '')
    .map(([title, value]) => ({ title, text: writeValue(value) }));
}

function writeValue(value: unknown): string {
  if (value instanceof Date) return formatMoment(value.getTime(), 'date-time');
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}

async function readMessenger({ messenger }: ErasurePlan): Promise<Result<ReportItem[], string>> {
  const { conversations, documents } = messenger;
  if (conversations.length === 0 && documents.length === 0) return { ok: true, value: [] };
  return withMessenger(async (store) => {
    const items: ReportItem[] = [];
    for await (const { document } of readDocumentParts(store, documents))
      items.push({ title: document.id, fields: describeFields(document.fields) });
    for (const { id, other } of conversations)
      if (id !== '')
        for (const { fields } of await store.list(paths.messages(id), { limit: MAX_MESSAGES }))
          items.push({ title: `Conversation with ${other}`, fields: describeFields(fields) });
    return items;
  });
}

async function readChanges({ records }: ErasurePlan): Promise<ReportItem[]> {
  const store = await getHistoryStore();
  const items: ReportItem[] = [];
  for (const name of records)
    for (const { at, username, action, fields } of await readHistory(store, name))
      items.push({
        title: `${action} by ${username}, ${formatMoment(at, 'date-time')}`,
        fields: fields.map(({ field, before, after }) => ({
          title: field,
          text: `${writeHistory(before)} → ${writeHistory(after)}`,
        })),
      });
  return items;
}

function writeHistory(value: unknown): string {
  return value === null ? 'none' : writeValue(value);
}

async function readAccesses({ records }: ErasurePlan): Promise<ReportItem[]> {
  await settleAccesses();
  // Participants with the same study number are one person.
  const ids = records.flatMap(({ entity, recordId }) =>
    entity === 'participant' ? [recordId] : [],
  );
  const showed = await Promise.all(
    ids.map((id) => buildRecordCondition('participant', Number(id))),
  );
  const rows = await (await getStore())
    .selectFrom('access_log')
    .innerJoin('access_user', 'user_id', 'access_user_id')
    .select(['access_date', 'access_kind', 'access_list', 'username'])
    .where((eb) => eb.or(showed.map((build) => build(eb as never))))
    .orderBy('access_id')
    .execute();
  return rows.map(({ access_date, access_kind, access_list, username }) => ({
    title: access_date,
    fields: [
      { title: 'User', text: username },
      { title: 'Kind', text: describeKind(access_kind) },
      { title: 'Screen', text: describeScreen(access_list) },
    ],
  }));
}
