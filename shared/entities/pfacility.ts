import { defineEntity } from './declaration';
import { longText, nameText, PHONE_EXAMPLE, phoneNumber, status, text, textArea } from './fields';
import { id, savedAt } from './shown-fields';

export const pfacility = defineEntity({
  name: 'pfacility',
  singular: 'peer navigator facility',
  title: 'PN Facilities',
  key: 'pfacility_id',
  label: 'pfacility_name',
  lead: ['pfacility_name', 'pfacility_services', 'pfacility_contact', 'f_status'],
  fields: {
    pfacility_id: id(),
    pfacility_name: nameText({
      wire: 'uname',
      label: 'Name',
      required: 'Name is required',
      identifying: false,
    }),
    pfacility_services: textArea({
      wire: 'uservices',
      label: 'Services',
      priority: 2,
      identifying: false,
    }),
    pfacility_hours: longText({
      wire: 'uhours',
      title: 'Work Hours',
      label: 'Work hours',
      hint: 'For example Monday to Friday, 08:00 to 16:00',
      identifying: false,
    }),
    pfacility_names: text({
      wire: 'unames',
      label: 'Contact',
      hint: 'The names of the people to ask for',
      identifying: true,
    }),
    pfacility_contact: phoneNumber({
      wire: 'ucontact',
      label: 'Phone',
      hint: PHONE_EXAMPLE,
      priority: 4,
      identifying: true,
    }),
    f_status: status('pfacility_status'),
    pfacility_createdate: savedAt({ priority: 5 }),
  },
  stamps: { prefix: 'pfacility' },
  path: '/peer-navigator-facilities',
  pageSize: 10,
  form: [
    'pfacility_name',
    'pfacility_services',
    'pfacility_hours',
    'pfacility_names',
    'pfacility_contact',
    'f_status',
  ],
  deletable: true,
  import: { natural: ['pfacility_name'], renames: true },
});
