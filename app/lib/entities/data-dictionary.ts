import { id, name, text } from './columns';
import type { Entity } from './entity';

export const dataDictionary: Entity = {
  noun: 'data-dictionary',
  name: 'data dictionary entry',
  plural: 'Data Dictionary',
  key: 'dict_id',
  label: 'dict_field',
  list: {
    path: '/data-dictionary',
    source: 'data-dictionary/list',
    pageSize: 10,
    columns: [
      id('dict_id'),
      text('dict_entity', 'Entity', { priority: 2 }),
      name('dict_field', 'Field'),
      text('dict_name', 'Name'),
      text('dict_description', 'Description', { priority: 4 }),
      text('dict_type', 'Type'),
    ],
  },
};
