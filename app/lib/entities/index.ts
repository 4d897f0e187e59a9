import { analytic } from './analytic';
import { color } from './color';
import { conversationSummary } from './conversation-summary';
import { country } from './country';
import { dataDictionary } from './data-dictionary';
import { discussion } from './discussion';
import { discussionPosts } from './discussion-post';
import type { Entity } from './entity';
import { facility } from './facility';
import { followUp } from './follow-up';
import { auditEntry, errorEntry, signInEntry } from './journals';
import { lastSeen } from './last-seen';
import { linkedParticipants } from './linked-participants';
import { notification } from './notification';
import { participant } from './participant';
import { peerNavigator } from './peer-navigator';
import { pfacility } from './pfacility';
import { phone } from './phone';
import { phoneChat } from './phone-chat';
import { phoneConversations } from './phone-conversations';
import { quiz } from './quiz';
import { quizAttempt } from './quiz-attempt';
import { resource } from './resource';
import { smsCategory } from './sms-category';
import { smsHistory } from './sms-history';
import { smsMessage } from './sms-message';
import { smsPhone } from './sms-phone';
import { studyFollowup } from './study-followup';
import { studyResource } from './study-resource';
import { upload } from './upload';
import { user } from './user';

/** Every noun that has a list, for the routes that serve all of them: export and delete. */
export const entities: readonly Entity[] = [
  user,
  resource,
  facility,
  pfacility,
  country,
  color,
  notification,
  upload,
  peerNavigator,
  participant,
  followUp,
  analytic,
  dataDictionary,
  studyFollowup,
  studyResource,
  phone,
  quiz,
  discussion,
  lastSeen,
  quizAttempt,
  smsCategory,
  smsPhone,
  smsMessage,
  smsHistory,
  auditEntry,
  signInEntry,
  errorEntry,
];

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
