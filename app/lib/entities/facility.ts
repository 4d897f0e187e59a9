import { date, id, name, status, text } from './columns';
import { fileField, richTextField } from './content-fields';
import type { EntityWithForm } from './entity';
import {
  decimalField,
  emailField,
  longTextField,
  statusField,
  telField,
  textField,
  yesNoField,
} from './fields';

export const facility: EntityWithForm = {
  noun: 'facility',
  name: 'facility',
  plural: 'Facilities',
  key: 'facility_id',
  label: 'facility_name',
  canDelete: true,
  list: {
    path: '/facilities',
    source: 'facility/list',
    pageSize: 10,
    columns: [
      id('facility_id'),
      name('facility_name', 'Name'),
      text('facility_address', 'Address', { priority: 2 }),
      text('facility_phone', 'Phone'),
      text('facility_website', 'Website', { off: true }),
      text('facility_email', 'Email', { priority: 4 }),
      status('f_status'),
      date('facility_createdate', 'Date'),
    ],
  },
  form: {
    fields: [
      textField('facility_name', 'uname', 'Name', 'Name is required'),
      longTextField('facility_address', 'uaddress', 'Address', 'Address is required'),
      telField('facility_tollfree', 'utollfree', 'Toll-free'),
      telField('facility_whatsapp', 'uwhatsapp', 'WhatsApp'),
      telField('facility_phone', 'uphone', 'Phone'),
      emailField(
        'facility_email',
        'uemail',
        'Email',
        undefined,
        'Please enter a valid email address',
      ),
      longTextField('facility_website', 'uwebsite', 'Website'),
      service('contraception', 'Contraceptive services', 'contraceptive services'),
      service('prep', 'PrEP services', 'PrEP services'),
      service('abortion', 'Abortion services', 'abortion services'),
      service('menstrual', 'Menstrual services', 'menstrual services'),
      service('sti', 'STI services', 'STI services'),
      service('art', 'ART services', 'ART services'),
      decimalField('facility_lat', 'ulat', 'Latitude', 'Latitude is required', [-90, 90]),
      decimalField('facility_lon', 'ulon', 'Longitude', 'Longitude is required', [-180, 180]),
      fileField('facility_thumbnailUrl', 'uthumbnail', 'Thumbnail', {
        target: 'Facility',
        accepts: 'image',
        what: 'thumbnail image',
      }),
      richTextField('facility_content', 'ucontent', 'Content'),
      statusField('f_status'),
    ],
  },
};

/** A service flag; the message is the product's own wording (product-spec.md §5). */
function service(name: string, label: string, words: string) {
  return yesNoField(`facility_${name}`, `u${name}`, label, `Please if facility provides ${words}`);
}
