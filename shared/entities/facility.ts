import { defineEntity } from './declaration';
import {
  decimal,
  email,
  file,
  longText,
  nameText,
  PHONE_EXAMPLE,
  phoneNumber,
  richText,
  status,
  yesNo,
} from './fields';
import { id, savedAt } from './shown-fields';

export const facility = defineEntity({
  name: 'facility',
  singular: 'facility',
  title: 'Facilities',
  key: 'facility_id',
  label: 'facility_name',
  lead: ['facility_name', 'facility_address', 'facility_phone', 'f_status'],
  fields: {
    facility_id: id(),
    facility_name: nameText({
      wire: 'uname',
      label: 'Name',
      required: 'Name is required',
      identifying: false,
    }),
    facility_address: longText({
      wire: 'uaddress',
      label: 'Address',
      required: 'Address is required',
      priority: 2,
      identifying: false,
    }),
    facility_phone: phoneNumber({
      wire: 'uphone',
      label: 'Phone',
      hint: PHONE_EXAMPLE,
      identifying: false,
    }),
    facility_website: longText({
      wire: 'uwebsite',
      label: 'Website',
      hint: 'For example https://clinic.example',
      valueKind: 'identifier',
      hiddenAtFirst: true,
      identifying: false,
    }),
    facility_email: email({ wire: 'uemail', label: 'Email', priority: 4, identifying: false }),
    f_status: status('facility_status'),
    facility_createdate: savedAt(),
    facility_tollfree: {
      ...phoneNumber({
        wire: 'utollfree',
        label: 'Toll-free',
        hint: 'A number that is free to call',
        takesShortNumbers: true,
        identifying: false,
      }),
      unlisted: true,
    },
    facility_whatsapp: {
      ...phoneNumber({
        wire: 'uwhatsapp',
        label: 'WhatsApp',
        hint: PHONE_EXAMPLE,
        identifying: false,
      }),
      unlisted: true,
    },
    facility_contraception: service('ucontraception', 'Contraceptive services'),
    facility_prep: service('uprep', 'PrEP services'),
    facility_abortion: service('uabortion', 'Abortion services'),
    facility_menstrual: service('umenstrual', 'Menstrual services'),
    facility_sti: service('usti', 'STI services'),
    facility_art: service('uart', 'ART services'),
    facility_lat: decimal(
      { wire: 'ulat', label: 'Latitude', required: 'Latitude is required', identifying: false },
      [-90, 90],
    ),
    facility_lon: decimal(
      { wire: 'ulon', label: 'Longitude', required: 'Longitude is required', identifying: false },
      [-180, 180],
    ),
    facility_thumbnailUrl: file({
      wire: 'uthumbnail',
      label: 'Thumbnail',
      upload: { target: 'Facility', accepts: 'image', content: 'thumbnail image' },
      identifying: false,
    }),
    facility_content: richText({
      wire: 'ucontent',
      label: 'Content',
      target: 'Facility',
      identifying: false,
    }),
  },
  stamps: { prefix: 'facility' },
  path: '/facilities',
  pageSize: 10,
  form: [
    'facility_name',
    'facility_address',
    'facility_tollfree',
    'facility_whatsapp',
    'facility_phone',
    'facility_email',
    'facility_website',
    'facility_contraception',
    'facility_prep',
    'facility_abortion',
    'facility_menstrual',
    'facility_sti',
    'facility_art',
    'facility_lat',
    'facility_lon',
    'facility_thumbnailUrl',
    'facility_content',
    'f_status',
  ],
  deletable: true,
  search: { fields: ['facility_name'] },
  import: { natural: ['facility_name'], renames: true },
});

/** Returns a yes-or-no field for a service. docs/spec/product-spec.md §5 prescribes its message. */
function service(wire: string, label: string) {
  const words = label.replace(/^Contraceptive|^Abortion|^Menstrual/, (word) => word.toLowerCase());
  return yesNo({
    wire,
    label,
    required: `Please if facility provides ${words}`,
    optionalOnHost: true,
  });
}
