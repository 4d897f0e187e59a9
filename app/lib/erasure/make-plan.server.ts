import type { RecordName } from 'backend/history/change';
import { findIdentities } from 'backend/history/identities';
import { declarations } from 'shared/entities';
import { listCertainMentions, type Person } from 'shared/erasure/person';
import { type Result, succeeded } from 'shared/result';
import { getHistoryStore } from '../core/history/history-store.server';
import type { HostErasure } from '../core/host/api-host';
import { findNamingIdentities } from './erase-history';
import { findPersonDocuments } from './find-documents.server';
import type { ErasurePlan, MessengerPlan, RecordCount } from './plan';

/** The words for records that have no list of their own. */
const otherKinds: Readonly<Record<string, string>> = {
  'linked-participant': 'Links to the phones of peer navigators',
  'deleted-record': 'Deleted records in the bin',
  import: 'Results of imports',
};
const SHARED_PHONE =
  'Records of a phone that somebody else uses too, such as another participant: the panel cannot tell whose they are.';
const SHARED_NUMBER =
  'Records of the participant’s study number, which another participant of the API host has now. If this is the same person, erase that participant too.';
const FORMER =
  'Data under a study number or a phone that the history of the participant’s record does not name. The API host no longer had the participant.';

/**
 * Finds all that belongs to a participant. The value is undefined if the host has no such participant. Fails if the host
 * or the messenger does not answer.
 */
export async function makePlan(
  host: HostErasure,
  participantId: string,
): Promise<Result<ErasurePlan | undefined, string>> {
  const found = await host.findPerson(participantId);
  if (!found.ok) return found;
  if (!found.value) return succeeded;
  const { person, sharedPhones, isFormer, hasSharedNumber } = found.value;
  const kept = [
    ...(sharedPhones > 0 ? [SHARED_PHONE] : []),
    ...(isFormer ? [FORMER] : []),
    ...(hasSharedNumber ? [SHARED_NUMBER] : []),
  ];
  return planFor(host, person, kept);
}

/** Finds all that belongs to a person. `kept` has sentences about what stays. */
export async function planFor(
  host: HostErasure,
  person: Person,
  kept: string[] = [],
): Promise<Result<ErasurePlan, string>> {
  const found = await host.findRecords(person);
  if (!found.ok) return found;
  const documents = await findPersonDocuments(person.phones);
  if (!documents.ok) return documents;
  const { plan: messenger, files } = documents.value;
  const uploads = await host.findUnusedUploads(files.flatMap(findUploadPath));
  const records = [
    ...found.value.flatMap(({ entity, ids }) =>
      ids.map((recordId): RecordName => ({ entity, recordId })),
    ),
    ...nameDocuments(person, messenger),
  ];
  const history = await getHistoryStore();
  const own = await findIdentities(history, records);
  const naming = await findNamingIdentities(history, own, listCertainMentions(person));
  const hostRecords = found.value.map(({ entity, ids }) => ({
    kind: nameKind(entity),
    count: ids.length,
  }));
  const onHost = host.deletesRecords ? [] : hostRecords;
  const counts: RecordCount[] = [
    ...(host.deletesRecords ? hostRecords : [{ kind: 'Histories of records', count: own.length }]),
    ...countDocuments(messenger),
    { kind: 'Uploaded files', count: uploads.length },
    { kind: 'Other records whose history names the participant', count: naming.length },
  ].filter(({ count }) => count > 0);
  const plan = {
    person: { ...person, phones: [...person.phones], names: [...person.names] },
    ...{ records, messenger, uploads, counts },
    onHost,
    kept: onHost.length === 0 ? kept : [...kept, describeHostRecords(onHost)],
  };
  return { ok: true, value: plan };
}

/**
 * Adds newly found data to a stored plan, and keeps what is in it: after an interruption, a search no longer finds the
 * parts that were deleted.
 */
export function mergePlans(stored: ErasurePlan, found: ErasurePlan): ErasurePlan {
  const merge = <T>(one: readonly T[], other: readonly T[]) => [
    ...new Map([...one, ...other].map((item) => [JSON.stringify(item), item])).values(),
  ];
  const { person } = stored;
  return {
    ...stored,
    person: {
      ...person,
      phones: merge(person.phones, found.person.phones),
      names: merge(person.names, found.person.names),
    },
    records: merge(stored.records, found.records),
    messenger: {
      conversations: merge(stored.messenger.conversations, found.messenger.conversations),
      documents: merge(stored.messenger.documents, found.messenger.documents),
      posts: merge(stored.messenger.posts, found.messenger.posts),
      messages: stored.messenger.messages,
    },
    uploads: merge(stored.uploads, found.uploads),
  };
}

/** Returns the plural word for the records of an entity. */
export function nameKind(entity: string): string {
  return otherKinds[entity] ?? declarations.find(({ name }) => name === entity)?.title ?? entity;
}

function countDocuments({
  conversations,
  documents,
  posts,
  messages,
}: MessengerPlan): RecordCount[] {
  return [
    { kind: 'Conversations of the messenger', count: conversations.length },
    { kind: 'Messages of these conversations', count: messages },
    { kind: 'Posts in discussions', count: posts.length },
    { kind: 'Users of the messenger', count: documents.length - posts.length },
  ];
}

/** Describes the records that a remote host keeps. */
function describeHostRecords(counts: readonly RecordCount[]): string {
  const words = counts.map(({ kind, count }) => `${kind}: ${count}`).join(', ');
  return `The records at the API host (${words}). Only the operator of the host can delete them.`;
}

/**
 * Returns the names under which the history and the access log know the person's documents, and records that the host
 * may no longer have.
 */
function nameDocuments(
  { participantId, phones }: Person,
  { conversations, posts }: MessengerPlan,
): RecordName[] {
  return [
    ...(participantId ? [{ entity: 'participant', recordId: participantId }] : []),
    ...phones.flatMap((recordId) => [
      { entity: 'phone', recordId },
      { entity: 'last-seen', recordId },
    ]),
    ...conversations.map(({ id }) => ({ entity: 'conversation', recordId: id })),
    ...posts.map((recordId) => ({ entity: 'discussion-post', recordId })),
  ];
}

/** Returns the path in the address of an uploaded file, or none for any other address. */
function findUploadPath(address: string): string[] {
  const path = /\/files\/[0-9a-f]{32}\.[a-z0-9]{3,4}$/.exec(address)?.[0];
  return path ? [path] : [];
}
