import { color as colorColumn, date, id, name, status, text } from './columns';
import type { EntityWithForm } from './entity';
import { colorField, statusField, textField } from './fields';

export const color: EntityWithForm = {
  noun: 'color',
  name: 'color',
  plural: 'Colors',
  key: 'color_id',
  label: 'color_name',
  canDelete: true,
  list: {
    path: '/colors',
    source: 'color/list',
    pageSize: 10,
    columns: [
      id('color_id'),
      name('color_name', 'Name'),
      colorColumn('color_code', 'Code'),
      status('c_status'),
      text('color_lastupdateuser', 'User'),
      date('color_lastupdatedate', 'Date'),
    ],
  },
  form: {
    fields: [
      textField('color_name', 'uname', 'Name', 'Name is required'),
      colorField('color_code', 'ucode', 'Color', 'Color is required'),
      statusField('c_status'),
    ],
  },
};
