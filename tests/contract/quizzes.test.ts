import { describe, expect, it } from 'vitest';
import { defined } from '../../shared/defined';
import { envelope, refusal } from '../support/recording-host';
import { remotePanel } from '../support/remote';
import { take } from '../support/take';

const remote = remotePanel({}, { shared: true });

const quiz = {
  quiz_id: 5,
  quiz_question: 'What prevents a pregnancy?',
  quiz_description: 'One of them',
  c_status: 'Active',
};

function hold(quiz_options: unknown) {
  remote.host.on('quiz/id/5', () => envelope([{ ...quiz, quiz_options }]));
}

const savedOptions = () => remote.host.to('quiz/update').at(-1)?.fields.uoptions;

/** Returns the options that the form shows. */
function options(): { answer: string; correct: boolean }[] {
  const inputs = [
    ...remote.visitor.document.querySelectorAll<HTMLInputElement>('#record li input'),
  ];
  return inputs
    .filter(({ name }) => name.endsWith('.answer'))
    .map(({ name, value }) => ({
      answer: value,
      correct: inputs.some(
        (box) => box.name === name.replace('.answer', '.correct') && box.checked,
      ),
    }));
}

const answers = () => options().map(({ answer }) => answer);

describe('the options of a quiz', () => {
  it('go to the host as JSON text of id, no, answer and correct', async () => {
    const { visitor } = remote;
    await visitor.open('/quiz/add');
    await visitor.press('Add option');
    await visitor.press('Add option', { 'Answer , option 1': 'A condom' });
    await visitor.press('Save', {
      Question: 'What prevents a pregnancy?',
      Status: 'Active',
      'Answer , option 2': '"Luck", says <he>',
      'Correct , option 1': '1',
    });
    const [{ fields }] = take(remote.host.to('quiz/update'), 1);
    expect(fields).toEqual({
      uid: '0',
      uquestion: 'What prevents a pregnancy?',
      udescription: '',
      ustatus: '1',
      uoptions:
        '[{"id":1,"no":1,"answer":"A condom","correct":1},{"id":2,"no":2,"answer":"\\"Luck\\", says <he>","correct":0}]',
      user: 'ann',
    });
  });

  it('are each named by a link if the answer is missing, invalid or too long', async () => {
    const { visitor } = remote;
    await visitor.open('/quiz/add');
    await visitor.press('Add option');
    await visitor.press('Add option');
    await visitor.press('Save', {
      Question: 'Q',
      Status: 'Active',
      'Answer , option 1': 'a\0b',
    });
    const alert = visitor.page.getByRole('alert');
    expect([...alert.querySelectorAll('a')].map((link) => link.textContent)).toEqual([
      'Answer holds a character that cannot be saved',
      'Answer is required',
    ]);
    await visitor.press('Save', {
      'Answer , option 1': 'x'.repeat(5_001),
      'Answer , option 2': 'b',
    });
    expect(visitor.page.getByRole('alert').textContent).toContain(
      'Answer must be 5,000 characters or fewer',
    );
    expect(remote.host.to('quiz/update')).toEqual([]);
  });

  it('are sorted by number, and an option without a number has its position as number', async () => {
    hold(
      JSON.stringify([
        { id: 'c', no: '10', answer: 'ten', correct: '1' },
        { id: 'a', no: 2, answer: 'two', correct: 0 },
        { answer: 'third, without a number', correct: true },
        { id: '', no: '', answer: 'fourth, empty', correct: null },
      ]),
    );
    const { visitor } = remote;
    await visitor.open('/quiz/edit/5');
    expect(options()).toEqual([
      { answer: 'two', correct: false },
      { answer: 'third, without a number', correct: true },
      { answer: 'fourth, empty', correct: false },
      { answer: 'ten', correct: true },
    ]);
    await visitor.press('Save', { 'Answer , option 1': 'TWO' });
    expect(JSON.parse(savedOptions() ?? '')).toEqual([
      { id: 'a', no: 1, answer: 'TWO', correct: 0 },
      { id: 3, no: 2, answer: 'third, without a number', correct: 1 },
      { id: 4, no: 3, answer: 'fourth, empty', correct: 0 },
      { id: 'c', no: 4, answer: 'ten', correct: 1 },
    ]);
  });

  it.each([
    [
      'numbers, gaps and an order of its own',
      '[ {"id":"b","no":7,"answer":5}, {"no":"3","x":[1]} ]',
    ],
    ['an option that is too long', JSON.stringify([{ answer: 'x'.repeat(5_001), correct: '1' }])],
    ['an option without an answer', '[{"id":1,"no":1,"answer":"","correct":true}]'],
  ])('stay byte for byte when only the question changes: %s', async (_what, stored) => {
    hold(stored);
    const { visitor } = remote;
    await visitor.open('/quiz/edit/5');
    await visitor.press('Save', { Question: 'A better question?' });
    expect(remote.host.to('quiz/update').at(-1)?.fields).toMatchObject({
      uquestion: 'A better question?',
      uoptions: stored,
    });
  });

  it('are all checked as soon as one of them changes', async () => {
    hold('[{"id":1,"no":1,"answer":"A"},{"id":2,"no":2,"answer":""}]');
    const { visitor } = remote;
    await visitor.open('/quiz/edit/5');
    await visitor.press('Save', { 'Correct , option 1': '1' });
    const link = visitor.page.getByRole('link', { name: 'Answer is required' });
    const wrong = visitor.document.getElementById(link.getAttribute('href')?.slice(1) ?? '');
    expect(wrong?.getAttribute('name')).toBe('quiz_options[1].answer');
    expect(remote.host.to('quiz/update')).toEqual([]);
  });

  it('are saved with different ids, although the host sends one id twice', async () => {
    hold(
      JSON.stringify([
        { answer: 'first', correct: 0, hint: 'of the first' },
        { id: 1, no: 2, answer: 'second', correct: 1, hint: 'of the second' },
        { id: 1, no: 3, answer: 'third', correct: 0, hint: 'of the third' },
      ]),
    );
    const { visitor } = remote;
    await visitor.open('/quiz/edit/5');
    await visitor.press('Save', { 'Answer , option 1': 'FIRST' });
    const saved: { id: unknown; answer: string; hint: string }[] = JSON.parse(savedOptions() ?? '');
    expect(saved.map(({ answer, hint }) => `${answer}: ${hint}`)).toEqual([
      'FIRST: of the first',
      'second: of the second',
      'third: of the third',
    ]);
    expect(new Set(saved.map(({ id }) => String(id))).size).toBe(3);
  });

  it('keep the properties that the form does not show', async () => {
    hold('[{"id":7,"no":1,"answer":"A","correct":0,"hint":"from the app"}]');
    await remote.visitor.open('/quiz/edit/5');
    await remote.visitor.press('Save', { 'Answer , option 1': 'B' });
    expect(JSON.parse(savedOptions() ?? '')).toEqual([
      { id: 7, no: 1, answer: 'B', correct: 0, hint: 'from the app' },
    ]);
  });

  it.each([null, '', '[]', undefined])(
    'are an empty list when the host sends %j',
    async (stored) => {
      hold(stored);
      await remote.visitor.open('/quiz/edit/5');
      expect(options()).toEqual([]);
      await remote.visitor.press('Save');
      expect(savedOptions()).toBe('[]');
    },
  );

  it.each([
    '[{"id":1,"answer":',
    'not JSON\nat all',
    '{"id":1}',
    '["a"]',
    '"text"',
    '<script>alert(1)</script>',
  ])('that are broken are shown as they are, and stay so: %s', async (broken) => {
    hold(broken);
    const { visitor } = remote;
    await visitor.open('/quiz/edit/5');
    expect(visitor.page.getByText(/The stored list cannot be read/)).toBeTruthy();
    expect(visitor.shownValue('Options')).toBe(broken);
    await visitor.press('Save', { Question: 'A better question?' });
    expect(remote.host.to('quiz/update').at(-1)?.fields).toMatchObject({
      uquestion: 'A better question?',
      uoptions: broken,
    });
  });

  it('that are broken can be replaced by a valid list, but not by another broken one', async () => {
    hold('[{"id":1');
    const { visitor } = remote;
    await visitor.open('/quiz/edit/5');
    await visitor.press('Save', { Options: '[{"id":2' });
    expect(visitor.page.getByRole('alert').textContent).toContain(
      'Options must be a JSON list of objects',
    );
    await visitor.press('Save', { Options: '[{"id":1,"no":1,"answer":"A","correct":1}]' });
    expect(savedOptions()).toBe('[{"id":1,"no":1,"answer":"A","correct":1}]');
  });
});

describe('the rows of options, without script', () => {
  const three = JSON.stringify(
    ['one', 'two', 'three'].map((answer, index) => ({
      id: index + 1,
      no: index + 1,
      answer,
      correct: 0,
    })),
  );

  it('are added, moved and removed, and nothing typed is lost', async () => {
    hold(three);
    const { visitor } = remote;
    await visitor.open('/quiz/edit/5?list=page%3D2');
    await visitor.press('Move option 3 up', {
      Question: 'Changed?',
      Description: 'changed too',
      'Answer , option 1': 'ONE',
      'Correct , option 3': '1',
    });
    expect(visitor.status).toBe(200);
    expect(options()).toEqual([
      { answer: 'ONE', correct: false },
      { answer: 'three', correct: true },
      { answer: 'two', correct: false },
    ]);
    await visitor.press('Move option 1 down');
    expect(answers()).toEqual(['three', 'ONE', 'two']);
    await visitor.press('Add option', { Status: 'Disabled' });
    expect(answers()).toEqual(['three', 'ONE', 'two', '']);
    await visitor.press('Remove option 3', { 'Answer , option 4': 'new' });
    expect(answers()).toEqual(['three', 'ONE', 'new']);
    expect(visitor.shownValue('Question')).toBe('Changed?');
    expect(visitor.shownValue('Description')).toBe('changed too');
    expect(visitor.shownValue('Status')).toBe('Disabled');
    expect(remote.host.to('quiz/update')).toEqual([]);

    await visitor.press('Save');
    expect(defined(remote.host.to('quiz/update')[0]).fields).toMatchObject({
      uid: '5',
      uquestion: 'Changed?',
      udescription: 'changed too',
      ustatus: '2',
    });
    expect(JSON.parse(savedOptions() ?? '')).toEqual([
      { id: 3, no: 1, answer: 'three', correct: 1 },
      { id: 1, no: 2, answer: 'ONE', correct: 0 },
      { id: 4, no: 3, answer: 'new', correct: 0 },
    ]);
  });

  it('can all be removed', async () => {
    hold('[{"id":1,"no":1,"answer":"only","correct":1}]');
    await remote.visitor.open('/quiz/edit/5');
    await remote.visitor.press('Remove option 1');
    expect(options()).toEqual([]);
    await remote.visitor.press('Save');
    expect(savedOptions()).toBe('[]');
  });

  const manyOptions = (count: number) =>
    JSON.stringify(
      Array.from({ length: count }, (_, index) => ({
        id: index + 1,
        no: index + 1,
        answer: `answer ${index + 1}`,
        correct: 0,
      })),
    );
  const shows = () =>
    remote.visitor.page
      .queryAllByRole('button', { name: /^Show options/ })
      .map((button) => button.textContent);
  const heading = () => remote.visitor.document.querySelector('#record details > summary');

  it('are shown ten at a time, and the hidden ones are saved too', async () => {
    hold(manyOptions(23));
    const { visitor } = remote;
    await visitor.open('/quiz/edit/5');
    expect(heading()?.textContent).toBe('Options 1 to 10');
    expect(answers()).toHaveLength(10);
    expect(shows()).toEqual(['Show options 11 to 20', 'Show options 21 to 23']);
    await visitor.press('Show options 21 to 23', {
      Question: 'Changed?',
      'Answer , option 2': '2~"',
    });
    expect(visitor.status).toBe(200);
    expect(heading()?.textContent).toBe('Options 21 to 23');
    expect(answers()).toEqual(['answer 21', 'answer 22', 'answer 23']);
    expect(shows()).toEqual(['Show options 1 to 10', 'Show options 11 to 20']);
    await visitor.press('Save', { 'Answer , option 22': 'changed', 'Correct , option 23': '1' });
    const saved: { answer: string; correct: number }[] = JSON.parse(savedOptions() ?? '');
    expect(remote.host.to('quiz/update').at(-1)?.fields.uquestion).toBe('Changed?');
    expect(saved.map(({ answer }) => answer)).toEqual(
      Array.from({ length: 23 }, (_, index) =>
        index === 1 ? '2~"' : index === 21 ? 'changed' : `answer ${index + 1}`,
      ),
    );
    expect(saved.filter(({ correct }) => correct)).toHaveLength(1);
  });

  it('that were not shown nor touched stay byte for byte', async () => {
    const stored = JSON.stringify(JSON.parse(manyOptions(35)), undefined, 1);
    hold(stored);
    await remote.visitor.open('/quiz/edit/5');
    await remote.visitor.press('Show options 31 to 35');
    await remote.visitor.press('Save', { Question: 'Only this?' });
    expect(savedOptions()).toBe(stored);
  });

  it('are shown where one was added, moved or removed', async () => {
    hold(manyOptions(20));
    const { visitor } = remote;
    await visitor.open('/quiz/edit/5');
    await visitor.press('Add option');
    expect(heading()?.textContent).toBe('Options 21 to 21');
    await visitor.press('Move option 21 up', { 'Answer , option 21': 'new' });
    expect(heading()?.textContent).toBe('Options 11 to 20');
    expect(answers().at(-1)).toBe('new');
    await visitor.press('Remove option 11');
    expect(answers()[0]).toBe('answer 12');
    expect(heading()?.textContent).toBe('Options 11 to 20');
  });

  it('show the ten rows with the first error, and name the other error in a link', async () => {
    hold(manyOptions(32).replace('"answer 15"', '""').replace('"answer 31"', '""'));
    const { visitor } = remote;
    await visitor.open('/quiz/edit/5');
    await visitor.press('Save', { 'Answer , option 1': 'changed' });
    expect(heading()?.textContent).toBe('Options 11 to 20');
    const links = () => [...visitor.page.getByRole('alert').querySelectorAll('a')];
    expect(links().map((link) => link.textContent)).toEqual([
      'Also correct option 31',
      'Answer is required',
    ]);
    for (const link of links())
      expect(visitor.document.getElementById(link.hash.slice(1)), link.hash).not.toBeNull();
    await visitor.press('Save', { 'Answer , option 15': 'fifteen' });
    expect(heading()?.textContent).toBe('Options 31 to 32');
    expect(links().map((link) => link.textContent)).toEqual(['Answer is required']);
  });

  it('can be 200 at most: the form then has no button to add another', async () => {
    hold(manyOptions(199));
    const { visitor } = remote;
    await visitor.open('/quiz/edit/5');
    await visitor.press('Add option');
    expect(visitor.page.queryByRole('button', { name: 'Add option' })).toBeNull();
    expect(visitor.page.getByText('This form has 200 options, which is the maximum.')).toBeTruthy();
    await visitor.press('Save', { 'Answer , option 200': 'the last' });
    expect(JSON.parse(savedOptions() ?? '')).toHaveLength(200);
  });

  it('are shown as text when more than 200 are stored, and stay as they are', async () => {
    const stored = manyOptions(201);
    hold(stored);
    const { visitor } = remote;
    await visitor.open('/quiz/edit/5');
    expect(visitor.page.getByText(/The stored list has more than 200 rows/)).toBeTruthy();
    await visitor.press('Save', { Question: 'A better question?' });
    expect(remote.host.to('quiz/update').at(-1)?.fields).toMatchObject({
      uquestion: 'A better question?',
      uoptions: stored,
    });
  });
});

describe('scores', () => {
  it('show by a sign and a word, not by colour alone, whether they reach the pass mark', async () => {
    remote.host.on('quiz/list', () =>
      envelope([{ quiz_id: 1, quiz_question: 'Q', a_no: 2, a_max: '80', a_min: 79.9 }]),
    );
    const { visitor } = remote;
    await visitor.open('/quizzes');
    const cells = [...visitor.document.querySelectorAll('tbody tr > td[class*=tier-]')];
    expect(cells.flatMap(marksIn)).toEqual([
      ['80', 'passed', 'check', 'good'],
      ['79.9', 'failed', 'x', 'bad'],
    ]);
  });

  it('that are missing or not a number have no sign and no word', async () => {
    remote.host.on('quiz-attempt/list', () =>
      envelope([
        { attempt_id: 1, attempt_score: null },
        { attempt_id: 2, attempt_score: 'soon' },
      ]),
    );
    await remote.visitor.open('/quiz-attempts');
    for (const row of remote.visitor.document.querySelectorAll('tbody tr'))
      expect(marksIn(row)).toEqual([]);
  });
});

describe('a quiz attempt', () => {
  const attempt = {
    attempt_id: 5,
    attempt_quiz: 2,
    quiz_question: 'What prevents a pregnancy?',
    quiz_description: 'One of them',
    attempt_score: '75',
    c_status: 'Failed',
    attempt_createuser: '+260970000002',
    attempt_createdate: '2024-03-05 10:00:00',
    attempt_secret: 'undeclared',
    attempt_answers: JSON.stringify([
      { no: '10', id: 4, answer: 'ten', selected: '0', correct: '1' },
      { no: 1, id: 1, answer: 'one', selected: 1, correct: 1 },
      { no: 2, id: 2, answer: 'two', selected: 1, correct: 0 },
      { no: 3, id: 3, answer: 'three', selected: 0, correct: null },
    ]),
  };

  it.each([
    [refusal("The specified quiz attempt '5' could not be found"), 'could not be found'],
    ['text', 'Unable to process server response from server'],
    [undefined, 'An error occured when loading quiz attempt from server'],
    [envelope([]), "The specified quiz attempt '5' could not be found"],
  ])('shows only the reason when the host answers %j', async (answer, message) => {
    remote.host.on('quiz-attempt/id/5', (_call, response) => answer ?? void response.destroy());
    await remote.visitor.open('/quiz-attempt/edit/5');
    expect(remote.visitor.page.getByRole('alert').textContent).toContain(message);
    expect(remote.visitor.page.queryByRole('table')).toBeNull();
  });

  it('is shown with its answers in order; a selection is right when it equals the value of `correct`', async () => {
    remote.host.on('quiz-attempt/id/5', () => envelope([attempt]));
    const { visitor } = remote;
    await visitor.open('/quiz-attempt/edit/5?list=page%3D2');
    expect(visitor.page.getByText('What prevents a pregnancy?')).toBeTruthy();
    expect(visitor.page.getByText('05 March 2024')).toBeTruthy();
    expect(visitor.html).not.toContain('undeclared');
    const rows = [...visitor.document.querySelectorAll('tbody tr')];
    expect(rows.map((row) => defined(row.querySelectorAll('td')[1]).textContent)).toEqual([
      'one',
      'two',
      'three',
      'ten',
    ]);
    expect(rows.map(marksIn)).toEqual([
      [
        ['Yes', 'right', 'check', 'good'],
        ['Yes', '', 'check', 'good'],
      ],
      [
        ['Yes', 'wrong', 'x', 'bad'],
        ['No', '', 'x', 'bad'],
      ],
      [
        ['No', 'right', 'check', 'good'],
        ['No', '', 'x', 'bad'],
      ],
      [
        ['No', 'wrong', 'x', 'bad'],
        ['Yes', '', 'check', 'good'],
      ],
    ]);
    const fields = visitor.document.querySelector('dl');
    expect(fields && marksIn(fields)).toEqual([['75', 'failed', 'x', 'bad']]);
    expect(
      visitor.page.getByRole('link', { name: 'Back to Quiz Attempts' }).getAttribute('href'),
    ).toBe('/quiz-attempts?page=2');
  });

  it('is read-only: it has no form, and refuses a post', async () => {
    remote.host.on('quiz-attempt/id/5', () => envelope([attempt]));
    const { visitor } = remote;
    await visitor.open('/quiz-attempt/edit/5');
    expect(visitor.page.queryByRole('button', { name: 'Save' })).toBeNull();
    const reply = await visitor.request('/quiz-attempt/edit/5', {
      method: 'POST',
      body: new URLSearchParams({ attempt_score: '100' }),
    });
    expect(reply.status).toBe(405);
    expect(
      remote.host.calls.filter(
        ({ method, path }) => method === 'POST' && !/^(audit|log)/.test(path),
      ),
    ).toEqual([]);
  });

  it.each(['[{"no":1', '{"a":1}', 'text'])(
    'shows answers that are broken as they are: %s',
    async (broken) => {
      remote.host.on('quiz-attempt/id/5', () =>
        envelope([{ ...attempt, attempt_answers: broken }]),
      );
      await remote.visitor.open('/quiz-attempt/edit/5');
      expect(remote.visitor.page.getByText(/stored answers cannot be read/)).toBeTruthy();
      expect(remote.visitor.page.getByText(broken)).toBeTruthy();
    },
  );
});

/** Returns the marked values in an element, each as its text, the text for screen readers, the sign and the colour. */
function marksIn(row: Element): string[][] {
  return [...row.querySelectorAll('.bg-good-soft, .bg-bad-soft')].map((mark) => {
    const spoken = mark.querySelector('.sr-only')?.textContent ?? '';
    return [
      (mark.textContent ?? '').replace(spoken, '').trim(),
      spoken.replace(/[^a-z]/g, ''),
      mark.querySelector('use')?.getAttribute('href')?.split('#')[1] ?? '',
      mark.classList.contains('bg-good-soft') ? 'good' : 'bad',
    ];
  });
}
