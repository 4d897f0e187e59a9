import { asText } from 'shared/list/values';
import { paths } from '../cloud/cloud-store.server';
import { postRow } from '../cloud/documents';
import { readLongList } from '../cloud/long-list.server';
import { changeDocument, readDocument } from '../cloud/messenger.server';
import { messages } from '../host/messages';
import { choice, dateTime, text } from './columns';
import { discussionChatPath } from './discussion';
import type { EntityWithForm } from './entity';
import { statusField, textArea } from './fields';

/** The posts of one discussion. */
export function discussionPosts(discussion: string): EntityWithForm {
  const entity: EntityWithForm = {
    noun: `discussion/post/${encodeURIComponent(discussion)}`,
    name: 'post',
    plural: `Posts of ${discussion}`,
    key: 'docId',
    label: 'docId',
    list: {
      path: discussionChatPath(discussion),
      source: (query) =>
        readLongList(
          {
            what: 'posts',
            things: 'posts',
            collection: () => paths.posts(discussion),
            row: (document) => postRow(discussion, document),
            entity,
          },
          query,
        ),
      pageSize: 10,
      sort: { field: 'date', descending: false },
      columns: [
        text('docId', 'ID', { priority: 4 }),
        text('discussion', 'Discussion', { priority: 5 }),
        text('text', 'Text (F)', { off: true }),
        text('shortText', 'Text (S)', { priority: 1 }),
        choice('statusName', 'State', ['Active', 'Deleted'], { priority: 2 }),
        text('status', 'Status', { priority: 5 }),
        text('firstName', 'Nickname', { priority: 2 }),
        dateTime('date', 'Sent', { priority: 3 }),
      ],
    },
    form: {
      changeOnly: true,
      updatedMessage: messages.updated('post'),
      fields: [
        textArea('text', 'text', 'Text', 'Textis required'),
        { ...statusField('state'), wire: 'state', hint: 'A disabled post is shown as deleted' },
      ],
      store: {
        async fetch(id) {
          const found = await readDocument('post', () => paths.post(discussion, id));
          if (!found.ok) return found;
          const { version } = found.value;
          return { ok: true, value: { ...postRow(discussion, found.value), version } };
        },
        save: (id, { text: changed, state }, record) =>
          changeDocument(
            'post',
            () => paths.post(discussion, id),
            { text: changed, state: Number(state) },
            asText(record.version),
          ),
      },
    },
  };
  return entity;
}
