import { color, country, notification } from './nouns/administration';
import { auditJournal, loginJournal, logJournal } from './nouns/journals';
import {
  analytic,
  dataDictionary,
  followup,
  participant,
  peerNavigator,
  studyFollowup,
  studyResource,
} from './nouns/main-app';
import { phone, quiz, quizAttempt } from './nouns/messenger';
import { facility, pfacility, resource } from './nouns/services';
import { smsCategory, smsHistory, smsMessage, smsPhone } from './nouns/sms';
import type { Table } from './nouns/table';
import { upload } from './nouns/uploads';
import { user } from './nouns/users';

/** Every noun that has a list. Links have none of their own: they are listed by phone. */
export const allTables = ({ passMark }: { passMark?: number } = {}): readonly Table[] => [
  user,
  facility,
  pfacility,
  resource,
  country,
  color,
  notification,
  peerNavigator,
  participant,
  followup,
  analytic,
  dataDictionary,
  studyFollowup,
  studyResource,
  phone,
  quiz,
  quizAttempt(passMark),
  smsCategory,
  smsPhone,
  smsMessage,
  smsHistory,
  upload,
  auditJournal,
  loginJournal,
  logJournal,
];
