import { describe, expect, it } from 'vitest';
import { normalizeLink } from '../../../app/lib/core/entities/safe-link';
import { DocumentError } from '../../../app/lib/core/messenger/document-store';
import {
  buildConversationRow,
  buildDiscussionRow,
  buildLastSeenRow,
  buildMessageRow,
  buildPostRow,
} from '../../../app/lib/core/messenger/documents';
import { getMessengerPaths } from '../../../app/lib/core/messenger/paths';
import { shortText } from '../../../shared/short-text';

const makeDocument = (fields: Record<string, unknown>) => ({ id: 'x', version: '1', fields });

describe('a document', () => {
  const rows = {
    discussion: buildDiscussionRow,
    post: (document: ReturnType<typeof makeDocument>) => buildPostRow('d', document),
    message: buildMessageRow,
    user: buildLastSeenRow,
    conversation: buildConversationRow,
  };
  const fields = [
    ...['posted', 'posts', 'status', 'title', 'description', 'nickname', 'createdAt', 'state'],
    ...['text', 'author', 'type', 'uri', 'sender', 'timestamp', 'name', 'pin', 'color', 'typing'],
    ...['id', 'count', 'message', 'other_name', 'other_phone', 'owner', 'discussion'],
  ];

  it.each(Object.entries(rows))(
    'for a %s becomes a row with the same columns, whatever its values are',
    (_, row) => {
      const odd = [
        null,
        undefined,
        '',
        'text',
        -1,
        1e300,
        Number.NaN,
        true,
        [],
        [1],
        {},
        { a: { b: 1 } },
      ];
      const values = [...odd, new Date('broken'), new Date(0)];
      for (const value of values) {
        const shown = row(makeDocument(Object.fromEntries(fields.map((field) => [field, value]))));
        for (const cell of Object.values(shown)) expect(typeof (cell ?? '')).not.toBe('object');
        expect(Object.keys(shown)).toEqual(Object.keys(row(makeDocument({}))));
      }
      for (const cell of Object.values(row(makeDocument({}))))
        expect(cell ?? '').toBeTypeOf('string');
    },
  );

  it('is active or seen if its status or state is 1, and otherwise disabled, deleted or unseen', () => {
    expect(buildDiscussionRow(makeDocument({ status: 1 })).statusName).toBe('Active');
    expect(buildDiscussionRow(makeDocument({ status: '1' })).statusName).toBe('Active');
    for (const status of [2, 0, null, 'Active'])
      expect(buildDiscussionRow(makeDocument({ status })).statusName).toBe('Disabled');
    expect(buildMessageRow(makeDocument({ state: 1 })).statusName).toBe('Active');
    expect(buildMessageRow(makeDocument({ state: 2 })).statusName).toBe('Deleted');
    expect(buildConversationRow(makeDocument({ status: 1 })).status).toBe('Seen');
    expect(buildConversationRow(makeDocument({})).status).toBe('Unseen');
  });

  it('shows a time of any type in one format, and a text unchanged', () => {
    const at = new Date('2026-01-02T03:04:05.678Z');
    expect(buildLastSeenRow(makeDocument({ timestamp: at })).date).toBe('2026-01-02T03:04:05.678Z');
    expect(buildLastSeenRow(makeDocument({ timestamp: at.getTime() })).date).toBe(at.toISOString());
    expect(buildLastSeenRow(makeDocument({ timestamp: 'yesterday' })).date).toBe('yesterday');
  });

  it('shows the type of a user by its name, and nothing for an unknown type', () => {
    expect(buildLastSeenRow(makeDocument({ status: 4 })).type).toBe('Moderator');
    expect(buildLastSeenRow(makeDocument({ status: '2' })).type).toBe('Peer Navigator');
    expect(buildLastSeenRow(makeDocument({ status: 9 })).type).toBe('');
  });
});

describe('a short text', () => {
  it('is cut after 50 characters if it is longer', () => {
    expect(shortText('x'.repeat(50))).toBe('x'.repeat(50));
    expect(shortText('x'.repeat(51))).toBe(`${'x'.repeat(50)}…`);
    expect(shortText('')).toBe('');
  });

  it('is never cut inside a character', () => {
    expect(shortText('👩‍👩‍👧'.repeat(50))).toBe('👩‍👩‍👧'.repeat(50));
    expect(shortText(`${'👩‍👩‍👧'.repeat(50)}x`)).toBe(`${'👩‍👩‍👧'.repeat(50)}…`);
  });
});

describe('a link to a file', () => {
  it.each([
    'javascript:alert(1)',
    ' javascript:alert(1)',
    'data:text/html,x',
    'file:///etc/passwd',
    '//other.example/x',
    '/users',
    'photo.jpg',
    '',
    7,
    null,
  ])('does not exist for %j', (uri) => expect(normalizeLink(uri)).toBeUndefined());

  it('exists for http and https', () => {
    expect(normalizeLink('https://files.example/a b.jpg')).toBe('https://files.example/a%20b.jpg');
    expect(normalizeLink('http://files.example/')).toBe('http://files.example/');
  });
});

describe('a path', () => {
  const paths = getMessengerPaths('study');

  it.each(['', '.', '..', 'a/b', '__all__', 'x'.repeat(1_501)])('is refused for id %j', (id) => {
    for (const path of [paths.discussion, paths.posts, paths.conversations, paths.messages])
      expect(() => path(id)).toThrow(new DocumentError('missing'));
    expect(() => paths.post('d', id)).toThrow(new DocumentError('missing'));
    expect(() => paths.post(id, 'p')).toThrow(new DocumentError('missing'));
  });

  it('is the one that the app writes to', () => {
    expect(paths.discussion('d1')).toBe('study/study-discussions/study-discussions/d1');
    expect(paths.post('d1', 'p1')).toBe(
      'study/study-discussion-posts/study-discussion-posts/d1/study-discussion-posts/p1',
    );
    expect(paths.users).toBe('study/study-users/study-users');
    expect(paths.conversations('+260970000001')).toBe(
      'study/study-conversations/study-conversations/+260970000001/study-conversations',
    );
    expect(paths.messages('c1')).toBe('study/study-chats/study-chats/c1/study-chats');
  });
});
