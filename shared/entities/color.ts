import { defineEntity } from './declaration';
import { colorCode, nameText, status } from './fields';
import { id, savedAt, savedBy } from './shown-fields';

export const color = defineEntity({
  name: 'color',
  singular: 'color',
  title: 'Colors',
  key: 'color_id',
  label: 'color_name',
  fields: {
    color_id: id(),
    color_name: nameText({
      wire: 'uname',
      label: 'Name',
      required: 'Name is required',
      identifying: false,
    }),
    color_code: colorCode({
      wire: 'ucode',
      title: 'Code',
      label: 'Color',
      required: 'Color is required',
      identifying: false,
    }),
    c_status: status('color_status'),
    color_lastupdateuser: savedBy(),
    color_lastupdatedate: savedAt(),
  },
  stamps: { prefix: 'color' },
  unique: { color_name: (name) => `The color '${name}' exists already` },
  path: '/colors',
  pageSize: 10,
  form: ['color_name', 'color_code', 'c_status'],
  deletable: true,
  import: { natural: ['color_name'], renames: true },
});
