import { expressionBuilder, sql } from 'kysely';
import { phone as phoneDeclaration } from 'shared/entities/phone';
import { quiz as quizDeclaration } from 'shared/entities/quiz';
import { quizAttempt as quizAttemptDeclaration } from 'shared/entities/quiz-attempt';
import type { HostTables } from '../db/host-tables';
import { declaredTable } from './declared-table';
import { type Column, computed, getSql, stored, type Table } from './table';

/** Percent, inclusive (product-spec.md §9). */
const DEFAULT_PASS_MARK = 80;

export const phoneTypes = { public: 1, peerNavigator: 2, participant: 3, moderator: 4 } as const;

const ofPhone = expressionBuilder<HostTables, 'phone'>();
const ofQuestion = expressionBuilder<HostTables, 'quiz'>();
const ofAttempt = expressionBuilder<HostTables, 'quiz_attempt'>();

export const phone = declaredTable(phoneDeclaration, {
  key: 'phone_id',
  columns: {
    n_participants: computed(
      'number',
      ofPhone
        .selectFrom('peer')
        .select(({ fn }) => fn.countAll().as('n'))
        .whereRef('peer.part_peer', '=', 'phone.phone_number'),
    ),
    p_status: {
      ...computed(
        'choice',
        sql`case ${ofPhone.ref('phone.phone_status')} when 2 then 'Peer Navigator'
          when 3 then 'Participant' when 4 then 'Moderator' else 'Public' end`,
      ),
      means: {
        column: 'phone_status',
        words: { Public: 1, 'Peer Navigator': 2, Participant: 3, Moderator: 4 },
      },
    },
  },
  always: ['phone_number', 'phone_status'],
  alias: 'phone_number',
  save: { changeOnly: true },
  remove: true,
});

/** A link: `part_peer` is the peer navigator's number, `part_number` the participant's. */
export const peer: Table = {
  noun: 'peer',
  label: 'link',
  table: 'peer',
  key: 'part_id',
  columns: {
    ...stored('number', 'part_id'),
    ...stored('text', 'part_peer part_number part_createuser'),
    ...stored('date', 'part_createdate'),
    ...Object.fromEntries(
      Object.entries(phone.columns).map(([name, { kind }]): [string, Column] => [
        name,
        computed(
          kind,
          expressionBuilder<HostTables, 'peer'>()
            .selectFrom('phone')
            .select(getSql(phone, name).as('value'))
            .whereRef('phone.phone_number', '=', 'peer.part_number'),
        ),
      ]),
    ),
  },
  always: ['part_peer', 'part_number'],
};

function ofAttempts(aggregate: 'max' | 'min'): Column {
  return computed(
    'number',
    ofQuestion
      .selectFrom('quiz_attempt')
      .select(({ fn }) => fn[aggregate]('quiz_attempt.attempt_score').as('n'))
      .whereRef('quiz_attempt.attempt_quiz', '=', 'quiz.quiz_id'),
  );
}

export const quiz = declaredTable(quizDeclaration, {
  columns: {
    a_no: computed(
      'number',
      ofQuestion
        .selectFrom('quiz_attempt')
        .select(({ fn }) => fn.countAll().as('n'))
        .whereRef('quiz_attempt.attempt_quiz', '=', 'quiz.quiz_id'),
    ),
    a_max: ofAttempts('max'),
    a_min: ofAttempts('min'),
  },
  async remove(db, row) {
    const attempts = await db
      .selectFrom('quiz_attempt')
      .select((eb) => eb.fn.countAll<number>().as('n'))
      .where('attempt_quiz', '=', Number(row.quiz_id))
      .executeTakeFirstOrThrow();
    const n = Number(attempts.n);
    return n === 0
      ? undefined
      : `The quiz has ${n} ${n === 1 ? 'attempt' : 'attempts'} and cannot be deleted`;
  },
});

/** Attempts, passed from `passMark` percent on. */
export const quizAttempt = (passMark = DEFAULT_PASS_MARK): Table =>
  declaredTable(quizAttemptDeclaration, {
    columns: {
      quiz_question: ofQuiz('quiz_question'),
      quiz_description: ofQuiz('quiz_description'),
      ...stored('text', 'attempt_answers'),
      c_status: computed(
        'choice',
        sql`case when ${ofAttempt.ref('quiz_attempt.attempt_score')} >= ${sql.lit(passMark)}
          then 'Passed' else 'Failed' end`,
      ),
    },
  });

function ofQuiz(column: 'quiz_question' | 'quiz_description'): Column {
  return computed(
    'text',
    ofAttempt
      .selectFrom('quiz')
      .select(`quiz.${column}`)
      .whereRef('quiz.quiz_id', '=', 'quiz_attempt.attempt_quiz'),
  );
}
