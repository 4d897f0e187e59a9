import { discussion as declaration } from 'shared/entities/discussion';
import { asText } from 'shared/list/values';
import { messages } from '../host/messages';
import { declaredEntity } from './declared-entity';
import { discussionPost } from './discussion-post';
import { bindToParent } from './entity';

export const discussion = declaredEntity(declaration, {
  columns: {
    allPosts: { link: (row) => bindToParent(discussionPost, asText(row.id)).list.path },
  },
  list: { sort: { field: 'date', descending: true } },
  form: { changeOnly: true, updatedMessage: messages.updated('discussion') },
});
