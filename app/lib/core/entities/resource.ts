import { resource as declaration } from 'shared/entities/resource';
import { buildEntity } from './declared-entity';

export const resource = buildEntity(declaration, {
  form: {
    sections: [
      { title: 'Name and description', first: 'resource_name' },
      { title: 'Files', first: 'resource_url' },
      { title: 'Content and status', first: 'r_type' },
    ],
  },
});
