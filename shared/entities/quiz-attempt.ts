import { defineEntity } from './declaration';
import { carried, id, savedAt, savedBy, shown, shownState } from './shown-fields';

export const quizAttempt = defineEntity({
  name: 'quiz-attempt',
  singular: 'quiz attempt',
  title: 'Quiz Attempts',
  key: 'attempt_id',
  label: 'attempt_id',
  lead: ['attempt_id', 'attempt_quiz', 'attempt_score', 'attempt_createdate'],
  fields: {
    attempt_id: { ...id(), priority: 1 },
    attempt_quiz: shown('Quiz', { format: 'number', identifying: false }),
    attempt_score: shown('Score %', { format: 'score', identifying: false }),
    c_status: shownState('Status', ['Passed', 'Failed'], { priority: 2 }),
    // The number of the phone on which the quiz was taken.
    attempt_createuser: {
      ...savedBy(),
      identifying: true,
      holds: 'phone number',
      // The name of an account if the quiz was taken in the panel.
      valueKind: 'identifier',
    },
    attempt_createdate: savedAt(),
    quiz_question: carried('Question', { identifying: false, valueKind: 'free text' }),
    quiz_description: carried('Description', { identifying: false, valueKind: 'free text' }),
    attempt_answers: carried('Answers', { identifying: false, valueKind: 'verbatim' }),
  },
  path: '/quiz-attempts',
  pageSize: 10,
  import: { natural: ['attempt_quiz', 'attempt_createuser', 'attempt_createdate'] },
});
