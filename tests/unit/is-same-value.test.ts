import { describe, expect, it } from 'vitest';
import { getEntity } from '~/lib/core/entities';
import type { EntityWithForm } from '~/lib/core/entities/entity';
import { phone } from '~/lib/core/entities/phone';
import { user } from '~/lib/core/entities/user';
import { isSameValue } from '~/lib/core/form/is-same-value';

const color = getEntity('color');
const country = getEntity('country');
const facility = getEntity('facility');
const resource = getEntity('resource');
const quiz = getEntity('quiz');

async function isSame(
  entity: EntityWithForm,
  name: string,
  sent: string,
  returned: unknown,
): Promise<boolean> {
  const field = entity.form.fields.find((candidate) => candidate.name === name);
  if (!field) throw new Error(`no field ${name}`);
  return isSameValue(field, sent, returned, 'Africa/Lusaka');
}

const items = (...rows: object[]) => JSON.stringify(rows);

describe('a host has stored the sent value if it returns', () => {
  it.each<[string, EntityWithForm, string, string, unknown]>([
    ['the same text', facility, 'facility_name', 'Clinic', 'Clinic'],
    ['a number for a text', country, 'country_code', '260', 260],
    ['the text without spaces around it', facility, 'facility_name', ' Clinic ', 'Clinic'],
    ['the text with other line breaks', resource, 'resource_description', 'a\nb\n', 'a\r\nb'],
    ['null for an empty text', facility, 'facility_phone', '', null],
    ['a number in another notation', facility, 'facility_lat', '-15.40', -15.4],
    ['a number as text', facility, 'facility_lat', '+1', '1.000000'],
    ['a status as a number', country, 'c_status', '1', 1],
    ['a status as a word', country, 'c_status', '1', 'Active'],
    ['a status as another word', country, 'c_status', '2', 'Inactive'],
    ['a flag as a word', facility, 'facility_prep', '1', 'Yes'],
    ['a flag as 0', facility, 'facility_prep', '2', 0],
    ['a role as its label', user, 'user_role', '2', 'Researcher'],
    ['a type as its label', phone, 'phone_status', '3', 'Participant'],
    [
      'an e-mail address in lower case',
      user,
      'user_email',
      'Ann@Study.example',
      'ann@study.example',
    ],
    ['a colour in lower case', color, 'color_code', '#1B7F5C', '#1b7f5c'],
    ['a day with the time 00:00', facility, 'facility_name', '2024-03-05', '2024-03-05 00:00:00'],
    ['HTML', facility, 'facility_content', '<p>Open</p>', '<p>Open</p>'],
    [
      'HTML with other entities',
      facility,
      'facility_content',
      '<p>a &amp; b’s</p>',
      '<p>a & b&rsquo;s</p>',
    ],
    [
      'HTML with line breaks',
      facility,
      'facility_content',
      '<ul><li>a</li></ul>',
      '<ul>\r\n  <li>a</li>\n</ul>\n',
    ],
    [
      'HTML with other tags for the same marks',
      facility,
      'facility_content',
      '<p><strong>a</strong></p>',
      '<p><b>a</b></p>',
    ],
    ['null for an empty paragraph', facility, 'facility_content', '<p></p>', null],
    [
      'rows with other ids and numbers',
      quiz,
      'quiz_options',
      items(
        { id: 1, no: 1, answer: 'Yes', correct: 1 },
        { id: 2, no: 2, answer: 'No', correct: 0 },
      ),
      items({ no: '2', answer: 'No', correct: false }, { no: '1', answer: 'Yes', correct: true }),
    ],
    ['an empty text for no rows', quiz, 'quiz_options', '[]', ''],
    ['a broken list with a further space', quiz, 'quiz_options', '[{', '[{ '],
  ])('%s', async (_, entity, name, sent, returned) => {
    expect(await isSame(entity, name, sent, returned)).toBe(true);
  });
});

describe('a host has not stored the sent value if it returns', () => {
  it.each<[string, EntityWithForm, string, string, unknown]>([
    ['null', facility, 'facility_content', '<p>Open</p>', null],
    ['no such field', resource, 'r_type', '2', undefined],
    ['a shorter text', facility, 'facility_name', 'Matero Clinic', 'Matero Cl'],
    ['a text that was to be emptied', facility, 'facility_phone', '', '+260977'],
    ['a number without its plus sign', country, 'country_code', '+260', 260],
    ['a number without its leading zero', facility, 'facility_phone', '0977', '977'],
    ['another number', facility, 'facility_lat', '-15.4', '-15.5'],
    ['an empty text for 0', facility, 'facility_lat', '0', ''],
    ['another status', country, 'c_status', '2', 'Active'],
    ['another type', resource, 'r_type', '2', 'Standard'],
    ['another moment', facility, 'facility_name', '2024-03-05 10:00', '2024-03-05'],
    ['HTML without its marks', facility, 'facility_content', '<p><em>a</em></p>', '<p>a</p>'],
    [
      'HTML without the spaces between words',
      facility,
      'facility_content',
      '<p>a b</p>',
      '<p>ab</p>',
    ],
    ['an empty list', resource, 'resource_items', items({ question: 'a', answer: 'b' }), '[]'],
    [
      'a list without the last row',
      quiz,
      'quiz_options',
      items({ answer: 'a' }, { answer: 'b' }),
      items({ answer: 'a' }),
    ],
    [
      'another answer',
      quiz,
      'quiz_options',
      items({ answer: 'a', correct: 1 }),
      items({ answer: 'a', correct: 0 }),
    ],
    ['a broken list', resource, 'resource_items', items({ question: 'a' }), '[{'],
  ])('%s', async (_, entity, name, sent, returned) => {
    expect(await isSame(entity, name, sent, returned)).toBe(false);
  });
});
