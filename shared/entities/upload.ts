import { fileTypes } from '../file-types';
import { defineEntity } from './declaration';
import { carried, id, shown, shownChoice } from './shown-fields';

/** An uploaded file, as the gallery lists it. */
export const upload = defineEntity({
  name: 'upload',
  wire: { embeddedOnly: true },
  singular: 'file',
  title: 'Gallery',
  key: 'upload_id',
  label: 'upload_name',
  lead: ['upload_name', 'upload_type', 'upload_size', 'upload_createdate'],
  fields: {
    upload_id: { ...id(), hiddenAtFirst: true },
    upload_name: shown('Name', { format: 'file', identifying: true }),
    upload_type: shownChoice('Type', Object.values(fileTypes), { priority: 4 }),
    upload_size: shown('Size', { format: 'file-size', identifying: false }),
    upload_used_by: shown('Used by', { identifying: false, priority: 2 }),
    upload_createuser: shown('User', { identifying: 'account name', priority: 4 }),
    upload_createdate: shown('Date', { format: 'date-time', identifying: false, priority: 3 }),
    upload_path: carried('Path', { identifying: false, valueKind: 'verbatim' }),
  },
  path: '/file-manager',
  pageSize: 10,
});
