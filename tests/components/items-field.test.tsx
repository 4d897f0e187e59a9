import type { Intent } from '@conform-to/react';
import { describe, expect, it } from 'vitest';
import { RecordForm } from '~/components/record-form/record-form';
import type { FormView } from '~/lib/core/form/form-view';
import { renderPart } from '../support/render-part';

/**
 * Returns the values or texts of the elements that get the focus in the form of a quiz with `count` options, after a
 * button with this intent was pressed without script.
 */
function listFocused(intent: Intent | undefined, count: number) {
  const rows = Array.from({ length: count }, (_, n) => ({ id: `${n}`, answer: `Answer ${n + 1}` }));
  const view: FormView = {
    title: 'Add quiz',
    heading: 'Add quiz',
    trail: [],
    name: 'quiz',
    isNew: true,
    backHref: '/quizzes',
    backTitle: 'Quizzes',
    version: '',
    token: 't1',
    fields: [
      {
        name: 'options',
        label: 'Options',
        control: 'items',
        value: [],
        required: false,
        readOnly: false,
        items: {
          item: 'option',
          pageSize: 10,
          inputs: [{ name: 'answer', label: 'Answer', control: 'text' }],
        },
      },
    ],
  };
  const { document } = renderPart(<RecordForm view={view} />, {
    reply: { initialValue: { options: rows }, intent },
  });
  return [...document.querySelectorAll('[autofocus]')].map((element) =>
    element instanceof (document.defaultView?.HTMLInputElement ?? Object)
      ? (element as HTMLInputElement).value
      : element.textContent?.trim(),
  );
}

const name = 'options';

describe('the focus of a form with rows', () => {
  it('is moved only by the buttons of the form’s own rows', () => {
    expect(listFocused(undefined, 12)).toEqual([]);
    expect(listFocused({ type: 'remove', payload: { name: 'others', index: 1 } }, 3)).toEqual([]);
  });

  it.each<[string, Intent, number, string]>([
    ['an added row', { type: 'insert', payload: { name } }, 3, 'Answer 3'],
    ['an added row in a later part', { type: 'insert', payload: { name } }, 12, 'Answer 12'],
    ['a row moved up', { type: 'reorder', payload: { name, from: 2, to: 1 } }, 3, 'Answer 2'],
    [
      'a row moved to the next part',
      { type: 'reorder', payload: { name, from: 9, to: 10 } },
      12,
      'Answer 11',
    ],
    ['the row after a removed one', { type: 'remove', payload: { name, index: 1 } }, 3, 'Answer 2'],
    [
      'the row before a removed last one',
      { type: 'remove', payload: { name, index: 3 } },
      3,
      'Answer 3',
    ],
    [
      'the Add button, if no row is left',
      { type: 'remove', payload: { name, index: 0 } },
      0,
      'Add option',
    ],
    [
      'the heading of a part that is opened',
      { type: 'update', payload: { name, index: 10 } } as Intent,
      12,
      'Options 11 to 12',
    ],
  ])('is on %s', (_, intent, count, focused) => {
    expect(listFocused(intent, count)).toEqual([focused]);
  });
});
