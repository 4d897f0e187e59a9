import { declarations } from 'shared/entities';
import { getWireName } from 'shared/entities/declaration';
import { declaredTable } from './nouns/declared-table';
import { auditLog, errorLog, signInLog } from './nouns/logs';
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
import { smsCategory, smsMessage, smsPhone } from './nouns/sms';
import type { Table } from './nouns/table';
import { upload } from './nouns/uploads';
import { user } from './nouns/users';

/** The declared tables that have rules of the host's own. */
const withRules: readonly Table[] = [
  user,
  peerNavigator,
  participant,
  followup,
  analytic,
  dataDictionary,
  studyFollowup,
  studyResource,
  phone,
  quiz,
  smsCategory,
  smsPhone,
  smsMessage,
  auditLog,
  signInLog,
  errorLog,
];

/** Returns every table that has a list. Links have none of their own: they are listed by phone. */
export function allTables({ passMark }: { passMark?: number } = {}): readonly Table[] {
  const own = [...withRules, quizAttempt(passMark)];
  return [
    ...declarations.map(
      (declaration) =>
        own.find(({ noun }) => noun === getWireName(declaration)) ?? declaredTable(declaration),
    ),
    upload,
  ];
}
