import { type Declaration, declarations } from 'shared/entities';
import { conversationSummary } from './conversation-summary';
import { declaredEntity } from './declared-entity';
import { discussion } from './discussion';
import { discussionPosts } from './discussion-post';
import type { Entity, EntityWithForm } from './entity';
import { followUp } from './follow-up';
import { lastSeen } from './last-seen';
import { linkedParticipants } from './linked-participants';
import { notification } from './notification';
import { participant } from './participant';
import { peerNavigator } from './peer-navigator';
import { phone } from './phone';
import { phoneChat } from './phone-chat';
import { phoneConversations } from './phone-conversations';
import { quizAttempt } from './quiz-attempt';
import { smsHistory } from './sms-history';
import { smsMessage } from './sms-message';
import { smsPhone } from './sms-phone';
import { upload } from './upload';
import { user } from './user';

/** The declared entities whose screens add something, such as links. */
const withAdditions: readonly Entity[] = [
  user,
  notification,
  peerNavigator,
  participant,
  followUp,
  phone,
  quizAttempt,
  smsPhone,
  smsMessage,
  smsHistory,
];

const declared = declarations.map(
  (declaration) =>
    withAdditions.find(({ noun }) => noun === declaration.name) ?? declaredEntity(declaration),
);

/** Every entity that has a list, for the routes that serve all of them: export and delete. */
export const entities: readonly Entity[] = [...declared, upload, discussion, lastSeen];

/** The names of the declared entities that have a form. */
type WithForm = Extract<Declaration, { form: readonly string[] }>['name'];

/** Returns a declared entity with what its screens add. */
export function entityNamed(name: WithForm): EntityWithForm;
export function entityNamed(name: Declaration['name']): Entity;
export function entityNamed(name: string): Entity {
  const entity = declared.find(({ noun }) => noun === name);
  if (!entity) throw new Error(`there is no entity ${name}`);
  return entity;
}

/** Lists below a record: the path before the record's id, and the entity. */
const listsBelow: readonly [path: string, entityOf: (id: string) => Entity][] = [
  ['phone/participants/', linkedParticipants],
  ['phone/conversations/', phoneConversations],
  ['phone/chat/', phoneChat],
  ['discussion/chat/', discussionPosts],
];

/** The entity whose list has the path `/{path}`; `session` has its own conversation summary. */
export function entityOfList(path: string | undefined, session: string): Entity | undefined {
  if (path === undefined) return undefined;
  if (path === 'conversations') return conversationSummary(session);
  const below = listsBelow.find(([start]) => path.startsWith(start));
  if (below) return below[1](path.slice(below[0].length));
  return entities.find((entity) => entity.list.path === `/${path}`);
}

/** The entity of a noun whose records may be deleted (product-spec.md §6). */
export function deletableEntity(noun: string | undefined): Entity | undefined {
  return entities.find((entity) => entity.noun === noun && entity.canDelete);
}

/** The entity of a noun that has a form with the named field, for uploads into it. */
export function uploadOf(noun: string | undefined, field: string | undefined) {
  const entity = entities.find((candidate) => candidate.noun === noun);
  return entity?.form?.fields.find(({ name }) => name === field)?.upload;
}
