import { shortText } from 'shared/short-text';
import { z } from 'zod';
import { phoneTypes } from '../entities/phone';
import type { StoredDocument } from './document-store';

/**
 * Schemas that convert the messenger's documents to rows of lists. The documents were written by many versions
 * of the apps, so no schema rejects a document: a field that is missing or has another type is empty.
 */
const text = z
  .union([z.string(), z.number().transform(String), z.boolean().transform(toYesNo)])
  .catch('');
const number = z
  .union([
    z.number(),
    z
      .string()
      .trim()
      .regex(/^-?\d+$/)
      .transform(Number),
  ])
  .nullable()
  .catch(null);
/** A time as ISO text. Text is returned unchanged, and a number is read as milliseconds since the epoch. */
const moment = z
  .union([
    z.date().transform(formatIso),
    z.string(),
    z.number().transform((at) => formatIso(new Date(at))),
  ])
  .catch('');
const author = z
  .object({ firstName: text, id: text, color: text })
  .catch({ firstName: '', id: '', color: '' });

const discussion = z.object({
  posted: moment,
  posts: number,
  status: number,
  title: text,
  description: text,
  nickname: text,
});

export function buildDiscussionRow({ id, fields }: StoredDocument) {
  const { posted, posts, status, ...rest } = discussion.parse(fields);
  return {
    id,
    ...rest,
    status: status === 1 ? '1' : '2',
    statusName: status === 1 ? 'Active' : 'Disabled',
    allPosts: posts,
    date: posted,
  };
}

const post = z.object({
  createdAt: moment,
  state: number,
  text,
  author,
  status: text,
  type: text,
  uri: text,
});

/**
 * Returns the row of a post. `discussionId` is the discussion in which the post was found, regardless of the
 * post's own field.
 */
export function buildPostRow(discussionId: string, { id, fields }: StoredDocument) {
  const { createdAt, state, author: by, ...rest } = post.parse(fields);
  return {
    docId: id,
    discussion: discussionId,
    ...rest,
    shortText: shortText(rest.text),
    state: state === 1 ? '1' : '2',
    statusName: state === 1 ? 'Active' : 'Deleted',
    firstName: by.firstName,
    authorId: by.id,
    color: by.color,
    date: createdAt,
  };
}

const message = post.extend({ sender: text });

export function buildMessageRow(document: StoredDocument) {
  const { discussion: _, shortText: __, ...row } = buildPostRow('', document);
  return { ...row, number: message.parse(document.fields).sender };
}

const lastSeen = z.object({
  timestamp: moment,
  name: text,
  status: text,
  pin: text,
  color: text,
  typing: text,
});

export function buildLastSeenRow({ id, fields }: StoredDocument) {
  const { timestamp, status, ...rest } = lastSeen.parse(fields);
  return {
    id,
    ...rest,
    type: phoneTypes.find(({ value }) => value === status)?.label ?? '',
    date: timestamp,
  };
}

const conversation = z.object({
  id: text,
  posted: moment,
  name: text,
  other_name: text,
  status: number,
  count: number,
  color: text,
  typing: text,
  message: text,
});

/** Returns the row of a conversation. The document's id is the number of the other phone. */
export function buildConversationRow({ id, fields }: StoredDocument) {
  const row = conversation.parse(fields);
  return {
    id,
    conversation: row.id,
    name: row.name || row.other_name,
    message: row.message,
    messageShort: shortText(row.message),
    status: row.status === 1 ? 'Seen' : 'Unseen',
    unread: row.count,
    color: row.color,
    typing: row.typing,
    posted: row.posted,
  };
}

function formatIso(date: Date): string {
  return Number.isNaN(date.getTime()) ? '' : date.toISOString();
}

function toYesNo(value: boolean): string {
  return value ? 'Yes' : 'No';
}
