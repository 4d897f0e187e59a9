import { countryNames } from '../country-names';
import { defineEntity } from './declaration';
import { oneOfTexts, status, text } from './fields';
import { id, savedAt, savedBy } from './shown-fields';

export const country = defineEntity({
  name: 'country',
  singular: 'country',
  title: 'Countries',
  key: 'country_id',
  label: 'country_name',
  fields: {
    country_id: id(),
    country_name: oneOfTexts(
      { wire: 'uname', label: 'Name', required: 'Name is required', priority: 1 },
      countryNames.map((name) => ({ value: name, label: name })),
    ),
    country_code: text({
      wire: 'ucode',
      title: 'Code',
      label: 'Phone code',
      required: 'Phone code is required',
      hint: 'For example +260',
      valueKind: 'identifier',
      priority: 2,
      identifying: false,
    }),
    c_status: status('country_status'),
    country_createuser: savedBy(),
    country_createdate: savedAt(),
  },
  stamps: { prefix: 'country' },
  unique: { country_name: (name) => `The country '${name}' exists already` },
  path: '/countries',
  pageSize: 10,
  form: ['country_name', 'country_code', 'c_status'],
  deletable: true,
  import: { natural: ['country_name'], renames: true },
});
