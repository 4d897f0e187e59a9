import { fileTypes } from 'shared/file-types';
import { apiHost } from '../host/host.server';
import { messages } from '../host/messages';
import { fileAddress } from '../uploads/places.server';
import { choice, dateTime, fileName, fileSize, id, text } from './columns';
import type { Entity, RowSource } from './entity';

/** Answers for a remote host, which has no documented call for its files. */
const noGallery: RowSource = async () => ({
  ok: false,
  fault: { kind: 'missing', message: messages.noGallery },
});

/** The uploaded files, as the embedded host lists them: the gallery where no other one is set. */
export const upload: Entity = {
  noun: 'upload',
  name: 'file',
  plural: 'Gallery',
  key: 'upload_id',
  label: 'upload_name',
  list: {
    path: '/file-manager',
    source: !apiHost().conforms ? noGallery : 'upload/list',
    pageSize: 10,
    needs: ['upload_path'],
    columns: [
      id('upload_id', { off: true }),
      fileName('upload_name', 'Name', (row) => readAddress(row.upload_path)),
      choice('upload_type', 'Type', Object.values(fileTypes), { priority: 4 }),
      fileSize('upload_size', 'Size', { priority: 3 }),
      text('upload_used_by', 'Used by', { priority: 2 }),
      text('upload_createuser', 'User', { priority: 4 }),
      dateTime('upload_createdate', 'Date', { priority: 3 }),
    ],
  },
};

function readAddress(path: unknown): string | undefined {
  return typeof path === 'string' && path !== '' ? fileAddress(path) : undefined;
}
