import { analytic } from './analytic';
import { color } from './color';
import { country } from './country';
import { dataDictionary } from './data-dictionary';
import type { Entity } from './entity';
import { facility } from './facility';
import { followUp } from './follow-up';
import { auditEntry, errorEntry, signInEntry } from './journals';
import { linkedParticipants } from './linked-participants';
import { notification } from './notification';
import { participant } from './participant';
import { peerNavigator } from './peer-navigator';
import { pfacility } from './pfacility';
import { phone } from './phone';
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
  quizAttempt,
  smsCategory,
  smsPhone,
  smsMessage,
  smsHistory,
  auditEntry,
  signInEntry,
  errorEntry,
];

/** The entity whose list has the path `/{path}`, also that of one phone's participants. */
export function entityOfList(path: string | undefined): Entity | undefined {
  const phone = /^phone\/participants\/([^/]+)$/.exec(path ?? '')?.[1];
  if (phone !== undefined) return linkedParticipants(phone);
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
