import { asText } from 'shared/list/values';
import { paths } from '../cloud/cloud-store.server';
import { discussionRow } from '../cloud/documents';
import { changeDocument, readDocument } from '../cloud/messenger.server';
import { readWholeList } from '../cloud/whole-list.server';
import { messages } from '../host/messages';
import { dateTime, name, number, status, text } from './columns';
import type { EntityWithForm } from './entity';
import { statusField, textArea, textField } from './fields';

/** A discussion of the messenger, stored in the cloud store. */
export const discussion: EntityWithForm = {
  noun: 'discussion',
  name: 'discussion',
  plural: 'Discussions',
  key: 'id',
  label: 'title',
  list: {
    path: '/discussions',
    source: (query) =>
      readWholeList(
        {
          things: 'discussions',
          collection: () => paths.discussions,
          row: discussionRow,
          entity: discussion,
          refused: messages.noDiscussions,
        },
        query,
      ),
    pageSize: 10,
    sort: { field: 'date', descending: true },
    columns: [
      text('id', 'ID', { priority: 5 }),
      name('title', 'Title'),
      text('description', 'Description', { off: true }),
      status('statusName'),
      number('allPosts', 'Posts', { priority: 2, link: (row) => discussionChatPath(row.id) }),
      text('nickname', 'Nickname'),
      dateTime('date', 'Date'),
    ],
  },
  form: {
    changeOnly: true,
    updatedMessage: messages.updated('discussion'),
    fields: [
      textField('title', 'title', 'Name', 'Name is required'),
      // The message that product-spec.md §5 gives; the form has no colour
      // (docs/decisions/0013-discussion-form.md).
      textArea('description', 'description', 'Description', 'Color is required'),
      { ...statusField('status'), wire: 'status' },
    ],
    store: {
      async fetch(id) {
        const found = await readDocument('discussion', () => paths.discussion(id));
        if (!found.ok) return found;
        return { ok: true, value: { ...discussionRow(found.value), version: found.value.version } };
      },
      save: (id, { status: chosen, ...values }, record) =>
        changeDocument(
          'discussion',
          () => paths.discussion(id),
          { ...values, status: Number(chosen) },
          asText(record.version),
        ),
    },
  },
};

/** The posts of a discussion. */
export function discussionChatPath(id: unknown): string {
  return `/discussion/chat/${encodeURIComponent(asText(id))}`;
}
