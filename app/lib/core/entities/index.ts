import { type Declaration, declarations } from 'shared/entities';
import { auditLog } from './audit-log';
import { bindToParent } from './bind-to-parent';
import { chatMessage } from './chat-message';
import { conversation } from './conversation';
import { conversationSummary } from './conversation-summary';
import { buildEntity } from './declared-entity';
import { deletedRecord } from './deleted-record';
import { discussion } from './discussion';
import { discussionPost } from './discussion-post';
import type { Entity, EntityWithForm } from './entity';
import { facility } from './facility';
import { followUp } from './follow-up';
import { lastSeen } from './last-seen';
import { linkedParticipant } from './linked-participant';
import { notification } from './notification';
import { participant } from './participant';
import { peerNavigator } from './peer-navigator';
import { phone } from './phone';
import { quizAttempt } from './quiz-attempt';
import { bindHistoryToRecord, HISTORY_PATH } from './record-history';
import { resource } from './resource';
import { smsMessage } from './sms-message';
import { smsPhone } from './sms-phone';
import { upload } from './upload';
import { user } from './user';

/** The entities whose screens add something to the declaration, such as links. */
const withAdditions: readonly Entity[] = [
  auditLog,
  chatMessage,
  conversation,
  conversationSummary,
  deletedRecord,
  discussion,
  discussionPost,
  facility,
  followUp,
  lastSeen,
  linkedParticipant,
  notification,
  participant,
  peerNavigator,
  phone,
  quizAttempt,
  resource,
  smsMessage,
  smsPhone,
  upload,
  user,
];

const declared = declarations.map((declaration) => ({
  declaration,
  entity: withAdditions.find(({ name }) => name === declaration.name) ?? buildEntity(declaration),
}));

/** The entities whose lists belong to a record, such as the posts of a discussion. */
const belowRecords = declared.flatMap(({ declaration, entity }) =>
  'parent' in declaration ? [{ entity, parent: declaration.parent }] : [],
);

/** The entities whose rows are computed for a session. */
const ofSessions = declared
  .filter(({ entity }) => entity.source === 'session')
  .map(({ entity }) => entity);

/**
 * The entities that have a single list, which is the same for all users. Entities whose rows depend on the session
 * are missing, and so are entities with a parent, because each parent record has its own list.
 */
export const entities: readonly Entity[] = declared
  .filter(
    ({ entity }) =>
      !belowRecords.some((below) => below.entity === entity) && !ofSessions.includes(entity),
  )
  .map(({ entity }) => entity);

/** The names of the declared entities that have a form. */
type WithForm = Extract<Declaration, { form: readonly string[] }>['name'];

/** Returns a declared entity with the additions of its screens. Throws an error if there is no such entity. */
export function getEntity(name: WithForm): EntityWithForm;
export function getEntity(name: Declaration['name']): Entity;
export function getEntity(name: string): Entity {
  const entity = findEntity(name);
  if (!entity) throw new Error(`there is no entity ${name}`);
  return entity;
}

/** Returns the declared entity with this name, or undefined if there is none. */
export function findEntity(name: string): Entity | undefined {
  return declared.find(({ declaration }) => declaration.name === name)?.entity;
}

/**
 * Returns the entity whose list has the path `/{path}`, or undefined if there is none. An entity whose rows depend on
 * the session is bound to `session`, the id of a session. An entity below another one is bound to the record that the
 * path names. `readId` returns the id for a text of an address, or undefined for an opaque id of another kind.
 */
export function findListEntity(
  path: string | undefined,
  session: string,
  readId: (kind: string, address: string) => string | undefined = (_kind, address) => address,
): Entity | undefined {
  if (path === undefined) return undefined;
  const address = `/${path}`;
  const ofSession = ofSessions.find(({ list }) => list.path === address);
  if (ofSession) return { ...ofSession, sessionId: session };
  const [start, name = '', record = ''] = path.split('/');
  if (`/${start}` === HISTORY_PATH) {
    const recordAddress = decodeSegment(record);
    if (readId(name, recordAddress) === undefined) return undefined;
    return bindHistoryToRecord(name, recordAddress);
  }
  const below = belowRecords.find(({ entity }) => address.startsWith(`${entity.list.path}/`));
  if (below) {
    const parent = address.slice(below.entity.list.path.length + 1);
    const id = readId(below.parent, parent);
    if (id === undefined) return undefined;
    return bindToParent(below.entity, id, id === parent ? undefined : parent);
  }
  return entities.find(({ list }) => list.path === address);
}

/** Returns the text of a segment of a path, or the segment itself if it is not encoded correctly. */
function decodeSegment(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    return segment;
  }
}

/** Returns the entity with this name if users may delete its records (product-spec.md §6). */
export function findDeletableEntity(name: string | undefined): Entity | undefined {
  return entities.find((entity) => entity.name === name && entity.deletable);
}

/** Returns the entity with this name if its records have a detail page, which shows them without a form. */
export function findDetailEntity(name: string | undefined): Entity | undefined {
  return entities.find((entity) => entity.name === name && entity.detail);
}

/** Returns the upload settings of a field of an entity's form, or undefined if users cannot upload a file for it. */
export function findUpload(name: string | undefined, field: string | undefined) {
  const entity = entities.find((candidate) => candidate.name === name);
  return entity?.form?.fields.find((candidate) => candidate.name === field)?.upload;
}
