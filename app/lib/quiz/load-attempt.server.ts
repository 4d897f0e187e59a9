import { redirect } from '@remix-run/node';
import { formatDate } from 'shared/list/format-date';
import type { Row } from 'shared/list/memory';
import { toText } from 'shared/list/values';
import { isYes, parseStored } from 'shared/record-values/items';
import { findAccessesHref } from '../core/access/accesses-href.server';
import { noteRows } from '../core/access/note-access.server';
import { type PublicLink, publishLink } from '../core/addresses/publish-link.server';
import { getPhonePath } from '../core/entities/phone';
import { quizAttempt } from '../core/entities/quiz-attempt';
import { buildNarrowedList } from '../core/entities/related-list';
import { getHistoryPath } from '../core/history/history-address.server';
import { answerPage } from '../core/host/absent.server';
import { audit } from '../core/host/audit.server';
import { describeLoadError } from '../core/host/describe-error';
import { getScoreMark } from '../core/list/format';
import type { Mark } from '../core/list/list-row';
import { buildTrail } from '../core/list/list-trail.server';
import { maskField } from '../core/masking/mask.server';
import { fetchRecord } from '../core/records/fetch-record.server';
import { findPublicAddress, getBackHref } from '../core/records/load-form.server';
import { requireRecordId } from '../core/records/require-record-id';
import { config } from '../core/server/config.server';
import type { SignedIn } from '../core/session/guard.server';
import type { Trail } from '../trail';

/** The data of the page that shows one attempt at a quiz. */
export interface AttemptView {
  title: string;
  trail: Trail;
  backHref: string;
  backTitle: string;
  /** The address of the list of accesses to the record. Undefined for users who may not read it. */
  accessesHref?: string;
  historyHref: string;
  error?: string;
  fields: ({ title: string; text: string; mark?: Mark } & Partial<PublicLink>)[];
  answers: AttemptAnswer[];
  /** The stored text of the answers if it cannot be parsed. */
  broken?: string;
}

interface AttemptAnswer {
  no: string;
  answer: string;
  selected: { text: string; mark: Mark };
  correct: { text: string; mark: Mark };
}

/** Loads the page of a quiz attempt for a signed-in user, and adds an audit entry. */
export async function loadAttempt({ user }: SignedIn, request: Request, id: string) {
  requireRecordId(quizAttempt, id);
  const address = findPublicAddress(quizAttempt, request);
  if (address !== undefined) return redirect(address);
  const backHref = getBackHref(quizAttempt, request);
  const title = `Quiz attempt ${id}`;
  audit({
    username: user.username,
    title: 'View quiz attempt',
    action: 'View',
    description: `Viewed quiz attempt ${id}`,
  });
  const found = await fetchRecord(quizAttempt, id);
  const row: Row = found.ok ? found.value : {};
  if (found.ok) noteRows(user, 'Details', quizAttempt, [row], quizAttempt.list.columns);
  const answers = parseStored(row.attempt_answers);
  const view: AttemptView = {
    title,
    trail: buildTrail(quizAttempt, backHref, { title }),
    backHref,
    backTitle: quizAttempt.title,
    accessesHref: found.ok ? findAccessesHref(user, quizAttempt, id) : undefined,
    historyHref: getHistoryPath({ entity: quizAttempt.name, recordId: id }),
    error: found.ok ? undefined : describeLoadError(found.error, quizAttempt.singular),
    fields: found.ok ? listFields(row) : [],
    answers: (answers ?? []).map(readAnswer),
    broken: answers ? undefined : toText(row.attempt_answers),
  };
  return answerPage(view, found.ok ? undefined : found.error);
}

function listFields(row: Row): AttemptView['fields'] {
  const author = toText(row.attempt_createuser);
  const score = toText(row.attempt_score);
  const records = buildNarrowedList('/participants', 'phone_number', author);
  return [
    { title: 'Question', text: toText(row.quiz_question) },
    { title: 'Description', text: toText(row.quiz_description) },
    { title: 'Score %', text: score, mark: getScoreMark(row.attempt_score) },
    { title: 'Status', text: toText(row.c_status) },
    {
      title: 'User',
      text: maskField(quizAttempt, row, 'attempt_createuser'),
      ...(author && publishLink(getPhonePath('edit', author))),
    },
    {
      title: 'Participant',
      text: records ? 'Records with this number' : '',
      ...(records && publishLink(records)),
    },
    { title: 'Date', text: formatDate(row.attempt_createdate, 'date', config.STUDY_TIME_ZONE) },
  ];
}

/**
 * Returns an answer with its marks: `selected` is good if it equals `correct`; `correct` is good for yes and
 * bad for no (product-spec.md §9).
 */
function readAnswer(row: Row): AttemptAnswer {
  const selected = isYes(row.selected);
  const correct = isYes(row.correct);
  return {
    no: toText(row.no),
    answer: toText(row.answer),
    selected: { text: selected ? 'Yes' : 'No', mark: selected === correct ? 'good' : 'bad' },
    correct: { text: correct ? 'Yes' : 'No', mark: correct ? 'good' : 'bad' },
  };
}
