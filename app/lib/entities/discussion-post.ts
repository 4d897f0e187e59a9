import { discussionPost as declaration } from 'shared/entities/discussion-post';
import { messages } from '../host/messages';
import { buildEntity } from './declared-entity';

export const discussionPost = buildEntity(declaration, {
  list: { sort: { field: 'date', descending: false } },
  form: { changeOnly: true, updatedMessage: messages.updated('post') },
});
