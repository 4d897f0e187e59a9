import { analytic } from './analytic';
import { auditLog } from './audit-log';
import { chatMessage } from './chat-message';
import { color } from './color';
import { conversation } from './conversation';
import { conversationSummary } from './conversation-summary';
import { country } from './country';
import { dataDictionary } from './data-dictionary';
import { type EntityDeclaration, getWireName } from './declaration';
import { deletedRecord } from './deleted-record';
import { discussion } from './discussion';
import { discussionPost } from './discussion-post';
import { errorLog } from './error-log';
import { facility } from './facility';
import { followUp } from './follow-up';
import { lastSeen } from './last-seen';
import { linkedParticipant } from './linked-participant';
import { notification } from './notification';
import { participant } from './participant';
import { peerNavigator } from './peer-navigator';
import { pfacility } from './pfacility';
import { phone } from './phone';
import { quiz } from './quiz';
import { quizAttempt } from './quiz-attempt';
import { resource } from './resource';
import { signInLog } from './sign-in-log';
import { smsCategory } from './sms-category';
import { smsHistory } from './sms-history';
import { smsMessage } from './sms-message';
import { smsPhone } from './sms-phone';
import { studyFollowUp } from './study-follow-up';
import { studyResource } from './study-resource';
import { upload } from './upload';
import { user } from './user';

/** The declarations of all entities. Add each new entity to this list. */
export const declarations = [
  user,
  resource,
  facility,
  pfacility,
  country,
  color,
  notification,
  peerNavigator,
  participant,
  followUp,
  analytic,
  dataDictionary,
  studyFollowUp,
  studyResource,
  phone,
  quiz,
  quizAttempt,
  smsCategory,
  smsPhone,
  smsMessage,
  smsHistory,
  auditLog,
  signInLog,
  errorLog,
  upload,
  deletedRecord,
  discussion,
  lastSeen,
  linkedParticipant,
  discussionPost,
  conversationSummary,
  conversation,
  chatMessage,
] as const;

export type Declaration = (typeof declarations)[number];

/** Returns the declaration of the entity with this name, or undefined if there is none. */
export function findDeclaration(name: string): EntityDeclaration | undefined {
  return declarations.find((declaration) => declaration.name === name);
}

/** Returns the declaration of the entity that has this name in the paths of hosts, or undefined if there is none. */
export function findDeclarationOnWire(wireName: string): EntityDeclaration | undefined {
  return declarations.find((declaration) => getWireName(declaration) === wireName);
}
