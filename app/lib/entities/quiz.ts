import { date, id, name, number, score, status, text } from './columns';
import type { EntityWithForm } from './entity';
import { statusField, textArea } from './fields';
import { itemsField } from './items';

export const quiz: EntityWithForm = {
  noun: 'quiz',
  name: 'quiz',
  plural: 'Quizzes',
  key: 'quiz_id',
  label: 'quiz_question',
  canDelete: true,
  list: {
    path: '/quizzes',
    source: 'quiz/list',
    pageSize: 10,
    columns: [
      id('quiz_id'),
      name('quiz_question', 'Question'),
      text('quiz_description', 'Description', { priority: 5 }),
      number('a_no', 'No Attempts'),
      score('a_max', 'Highest Score', { priority: 3 }),
      score('a_min', 'Lowest Score', { priority: 3 }),
      status('c_status'),
      text('quiz_createuser', 'User', { priority: 4 }),
      date('quiz_createdate', 'Date'),
    ],
  },
  form: {
    fields: [
      textArea('quiz_question', 'uquestion', 'Question', 'Question is required'),
      textArea('quiz_description', 'udescription', 'Description'),
      itemsField('quiz_options', 'uoptions', 'Options', {
        item: 'option',
        pageSize: 10,
        inputs: [
          { name: 'answer', label: 'Answer', control: 'text', required: 'Answer is required' },
          { name: 'correct', label: 'Correct', control: 'checkbox' },
        ],
      }),
      statusField('c_status'),
    ],
  },
};
