import { countryNames } from 'shared/country-names';
import { date, id, name, status, text } from './columns';

import type { EntityWithForm } from './entity';
import { sameValues, selectField, statusField, textField } from './fields';

export const country: EntityWithForm = {
  noun: 'country',
  name: 'country',
  plural: 'Countries',
  key: 'country_id',
  label: 'country_name',
  canDelete: true,
  list: {
    path: '/countries',
    source: 'country/list',
    pageSize: 10,
    columns: [
      id('country_id'),
      name('country_name', 'Name'),
      text('country_code', 'Code', { priority: 2 }),
      status('c_status'),
      text('country_createuser', 'User'),
      date('country_createdate', 'Date'),
    ],
  },
  form: {
    fields: [
      selectField('country_name', 'uname', 'Name', sameValues(countryNames), 'Name is required'),
      textField('country_code', 'ucode', 'Phone code', 'Phone code is required', {
        hint: 'For example +260',
      }),
      statusField('c_status'),
    ],
  },
};
