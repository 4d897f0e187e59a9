import { defineEntity } from './declaration';
import { id, shown } from './shown-fields';

export const dataDictionary = defineEntity({
  name: 'data-dictionary',
  singular: 'data dictionary entry',
  title: 'Data Dictionary',
  key: 'dict_id',
  label: 'dict_field',
  lead: ['dict_field', 'dict_name', 'dict_entity', 'dict_type'],
  fields: {
    dict_id: id(),
    dict_entity: shown('Entity', { identifying: false, valueKind: 'identifier', priority: 2 }),
    dict_field: shown('Field', { identifying: false, valueKind: 'identifier', priority: 1 }),
    dict_name: shown('Name', { identifying: false, valueKind: 'name' }),
    dict_description: shown('Description', { identifying: false, priority: 4, wide: true }),
    dict_type: shown('Type', { identifying: false }),
  },
  path: '/data-dictionary',
  pageSize: 10,
  import: { natural: ['dict_field', 'dict_entity'], renames: true },
});
