import { discussion as declaration } from 'shared/entities/discussion';
import { toText } from 'shared/list/values';
import { bindToParent } from './bind-to-parent';
import { buildEntity } from './declared-entity';
import { discussionPost } from './discussion-post';

export const discussion = buildEntity(declaration, {
  columns: {
    allPosts: { link: (row) => bindToParent(discussionPost, toText(row.id)).list.path },
  },
  list: { sort: { field: 'date', descending: true } },
  form: {
    changeOnly: true,
    updatedMessage: 'The discussion has been successfully updated!',
  },
});
