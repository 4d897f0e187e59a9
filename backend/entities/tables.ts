import { declarations } from 'shared/entities';
import { type EntityDeclaration, getWireName } from 'shared/entities/declaration';
import { getToday } from 'shared/list/today';
import { analytic } from './analytic';
import { auditLog } from './audit-log';
import { dataDictionary } from './data-dictionary';
import { buildTable } from './declared-table';
import { type BinOptions, deletedRecord } from './deleted-record';
import { errorLog } from './error-log';
import { followUp } from './follow-up';
import { participant } from './participant';
import { peerNavigator } from './peer-navigator';
import { phone } from './phone';
import { quiz } from './quiz';
import { quizAttempt } from './quiz-attempt';
import { signInLog } from './sign-in-log';
import { smsCategory } from './sms-category';
import { smsHistory } from './sms-history';
import { smsMessage } from './sms-message';
import { smsPhone } from './sms-phone';
import { studyFollowUp } from './study-follow-up';
import { studyResource } from './study-resource';
import type { Table } from './table';
import { upload } from './upload';
import { user } from './user';

/** The tables of the entities for which the host adds rules to the declaration. */
const withRules: readonly Table[] = [
  analytic,
  auditLog,
  dataDictionary,
  errorLog,
  phone,
  quiz,
  signInLog,
  smsCategory,
  smsHistory,
  smsMessage,
  smsPhone,
  studyFollowUp,
  studyResource,
  upload,
  user,
];

/** Returns every table that has a list. Linked participants are excluded, because they are listed by phone. */
export function getAllTables(
  options: { passMark?: number; timeZone?: string; now?: () => Date } & BinOptions = {},
): readonly Table[] {
  const { passMark, timeZone = 'UTC', now } = options;
  const findToday = () => getToday(timeZone, now?.());
  const special = [
    ...withRules,
    followUp(findToday),
    participant(findToday),
    peerNavigator(findToday),
    quizAttempt(passMark),
    deletedRecord(options),
  ];
  return declarations
    .filter((declaration: EntityDeclaration) => !declaration.source && !declaration.parent)
    .map(
      (declaration) =>
        special.find(({ wireName }) => wireName === getWireName(declaration)) ??
        buildTable(declaration),
    );
}
