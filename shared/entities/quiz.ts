import { defineEntity } from './declaration';
import { items, status, textArea } from './fields';
import { id, savedAt, savedBy, shown } from './shown-fields';

export const quiz = defineEntity({
  name: 'quiz',
  singular: 'quiz',
  title: 'Quizzes',
  key: 'quiz_id',
  label: 'quiz_question',
  lead: ['quiz_question', 'c_status', 'a_no', 'a_max'],
  fields: {
    quiz_id: id(),
    quiz_question: textArea({
      wire: 'uquestion',
      label: 'Question',
      required: 'Question is required',
      priority: 1,
      wide: true,
      identifying: false,
    }),
    quiz_description: textArea({
      wire: 'udescription',
      label: 'Description',
      priority: 5,
      identifying: false,
    }),
    a_no: shown('No Attempts', { format: 'number', identifying: false }),
    a_max: shown('Highest Score', { format: 'score', identifying: false, priority: 3 }),
    a_min: shown('Lowest Score', { format: 'score', identifying: false, priority: 3 }),
    c_status: status('quiz_status'),
    quiz_createuser: savedBy({ priority: 4 }),
    quiz_createdate: savedAt(),
    quiz_options: items(
      { wire: 'uoptions', label: 'Options', identifying: false },
      {
        item: 'option',
        pageSize: 10,
        inputs: [
          { name: 'answer', label: 'Answer', control: 'text', required: 'Answer is required' },
          { name: 'correct', label: 'Correct', control: 'checkbox' },
        ],
      },
    ),
  },
  stamps: { prefix: 'quiz' },
  path: '/quizzes',
  pageSize: 10,
  form: ['quiz_question', 'quiz_description', 'quiz_options', 'c_status'],
  deletable: true,
  search: { fields: ['quiz_question'] },
  import: { natural: ['quiz_question'], renames: true },
});
