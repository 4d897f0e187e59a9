import { describe, expect, it } from 'vitest';
import { Mentions, mentionWord } from '~/lib/core/digests/mentions.server';
import type { Person } from '../../shared/erasure/person';
import { listWordGroups } from '../../shared/erasure/words';

const nobody: Person = { participantId: '5', studyNumber: '', phones: [], names: [] };

/** Returns whether an erasure of the person would find a text by its mentions. */
function finds(person: Partial<Person>, text: string): boolean {
  const mentions = new Mentions();
  mentions.addTexts([text]);
  return listWordGroups({ ...nobody, ...person }).some((group) =>
    group.every((word) => mentions.all?.has(mentionWord(word))),
  );
}

describe('an erasure finds', () => {
  it.each([
    '0977123456',
    '+260 97 712 3456',
    '097 712 3456 / 096 612 3456',
    '097 712 3456 096 612 3456',
    'Room 14 097 712 3456',
    '12/03/2024 097 712 3456',
    '2024-03-12 097 712 3456',
    '097 712 3456 (2)',
    '097 712 3456 - 14 years',
    '097\u2212712\u22123456',
    '097·712·3456',
    '097,712,3456',
    '097_712_3456',
    '097:712:3456',
    'tel0977123456',
    '0977123456whatsapp',
    '<p>097&nbsp;712&nbsp;3456</p>',
    '<p>097 712<br>3456</p>',
    '/sms?q=097+7123456',
  ])('the phone +260977123456 in %j', (text) => {
    expect(finds({ phones: ['+260977123456'] }, text)).toBe(true);
  });

  it.each([
    ["Ng'uni", '<p>Ng&#39;uni came</p>'],
    ["Ng'uni", '<p>Ng&rsquo;uni came</p>'],
    ["Ng'uni", 'Nguni came'],
    ["Ng'uni", 'Ng´uni'],
    ["Mary Ng'uni", 'Ng´uni'],
    ['Jo Li', '<p>Jo&nbsp;Li</p>'],
    ['Jo Li', '<td>Jo</td><td>Li</td>'],
    ['Jo Li', 'Li, Jo'],
    ['Jo Li', 'Jo M. Li'],
    ['José', '<p>Jos&eacute;</p>'],
    ['José Né', 'rate 50% q=Jos%C3%A9+N%C3%A9'],
    ['José Né', `/x?list=${encodeURIComponent('q=Jos%C3%A9+N%C3%A9')}`],
    ['Mañé Né', 'error: {"a":"Ma\\u00f1\\u00e9"}'],
    ['Mañé', JSON.stringify({ a: '{"b":"Ma\\u00f1\\u00e9"}' })],
    ['jo.li@x.org', 'write to jo.li&#64;x.org'],
  ])('the name %s in %j', (name, text) => {
    expect(finds({ names: [name] }, text)).toBe(true);
  });

  it.each([
    ['STU-0001', 'stu0001'],
    ['STU0001', 'STU-0001'],
    ['STU-0001', '<b>STU</b>-<b>0001</b>'],
  ])('the study number %s in %j', (studyNumber, text) => {
    expect(finds({ studyNumber }, text)).toBe(true);
  });
});

it.each([
  [{ phones: ['+260977123456'] }, '097 712 3457'],
  [{ names: ['Jo Li'] }, 'Jo came'],
  [{ studyNumber: 'STU-0001' }, 'STU-0002'],
])('an erasure does not find %j in %j', (person, text) => {
  expect(finds(person, text)).toBe(false);
});
