import { discussionPost as declaration } from 'shared/entities/discussion-post';
import { buildEntity } from './declared-entity';

export const discussionPost = buildEntity(declaration, {
  holdsMessages: true,
  above: [{ title: 'Discussions', href: '/discussions' }],
  list: { sort: { field: 'date', descending: false } },
  form: { changeOnly: true, updatedMessage: 'The post has been successfully updated!' },
});
