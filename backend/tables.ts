import { declarations } from 'shared/entities';
import { getWireName } from 'shared/entities/declaration';
import { declaredTable } from './entities/declared-table';
import { auditLog, errorLog, signInLog } from './entities/logs';
import {
  analytic,
  dataDictionary,
  followup,
  participant,
  peerNavigator,
  studyFollowup,
  studyResource,
} from './entities/main-app';
import { phone, quiz, quizAttempt } from './entities/messenger';
import { smsCategory, smsMessage, smsPhone } from './entities/sms';
import type { Table } from './entities/table';
import { upload } from './entities/uploads';
import { user } from './entities/users';

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
