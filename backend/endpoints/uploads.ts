import { createHash, randomBytes } from 'node:crypto';
import { mkdir, open, readdir, readFile, rename, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import type { Context } from 'hono';
import { cutText } from 'shared/cut-text';
import { fileTypes, isImageType } from 'shared/file-types';
import { cleanPicture, isPicture } from 'shared/files/clean-picture';
import { buildDownloadName, type FileKind, identifyFile } from 'shared/files/identify-file';
import { PICTURE_HEADER } from 'shared/files/picture-header';
import { describeTooLarge } from 'shared/size-in-words';
import { type Change, transactWithEntries } from '../audit/change';
import type { Database } from '../db/types';
import { done, notFound } from '../wire/envelope';
import { makeFileReader } from '../wire/posted-file';
import { readFileForm } from '../wire/requests';
import type { HostOptions } from './options';

const DEFAULT_MAX_UPLOAD_BYTES = 25 * 1024 * 1024;
/** The maximum number of bytes of the fields of a multipart body. */
const FIELD_BYTES = 16 * 1024;
/** The maximum number of bytes of a multipart body besides the file: fields, headers and boundaries. */
const OVERHEAD_BYTES = 64 * 1024;

/** The targets of uploads, each with the kinds of files that it accepts. */
export const uploadTargets: Readonly<Record<string, (kind: FileKind) => boolean>> = {
  Facility: isImage,
  Resource: () => true,
};

/**
 * The answer to an upload, which has an envelope of its own (wire.md). `Data` is the path of the file on this
 * host.
 */
interface UploadAnswer {
  Succeeded: boolean;
  Message: string | null;
  Data: string | null;
}

/**
 * Answers `upload/{target}`. Stores the file under a random name, with the extension of its format (identifyFile).
 * The original name is stored only in the record of the upload. Removes the place, the device and the time from a
 * picture, unless the caller says in a header that it has done so or that its user wants the picture as it is. Throws an HTTPException like readFileForm.
 */
export async function takeUpload(
  c: Context,
  options: HostOptions,
  change: Change,
  accepts: (kind: FileKind) => boolean,
): Promise<UploadAnswer> {
  const max = options.maxUploadBytes ?? DEFAULT_MAX_UPLOAD_BYTES;
  const reader = makeFileReader(max);
  const limits = { fieldBytes: FIELD_BYTES, bodyBytes: max + OVERHEAD_BYTES };
  const fields = await readFileForm(c, limits, reader.take);
  const file = reader.file();
  if (!file) return answerRefusedUpload('A file is required');
  if (file === 'too long') return answerRefusedUpload(describeTooLarge(max));
  if (file.bytes.byteLength === 0) return answerRefusedUpload('The file is empty');
  const kind = await identifyFile(file.bytes, file.name);
  if (!accepts(kind))
    return answerRefusedUpload('The file must be an image: PNG, JPEG, GIF or WebP');
  const isChecked = c.req.header(PICTURE_HEADER) !== undefined;
  const cleaned =
    !isChecked && (await isPicture(file.bytes))
      ? await cleanPicture(file.bytes)
      : ({ ok: true, value: file.bytes } as const);
  if (!cleaned.ok) return answerRefusedUpload(cleaned.error);
  const bytes = cleaned.value;

  // A panel in this process names the user in the audit entry. Over HTTP, clients may send the field `user`.
  const user = change.entries?.at(0)?.username ?? String(fields.user ?? '');
  const name = `${randomBytes(16).toString('hex')}.${kind.extension}`;
  await storeFile(options.filesDir, name, bytes);
  await transactWithEntries(change, async (transaction, note) => {
    await transaction
      .insertInto('upload')
      .values({
        upload_name: file.name,
        upload_path: `/files/${name}`,
        upload_type: kind.type,
        upload_size: bytes.byteLength,
        upload_sha256: createHash('sha256').update(bytes).digest('hex'),
        upload_createuser: cutText(user, 255) || null,
        upload_createdate: change.now,
      })
      .execute();
    return note(done(null));
  });
  return { Succeeded: true, Message: null, Data: `/files/${name}` };
}

/**
 * Answers `files/{name}` with an uploaded file. Images are shown, other files are downloaded. The headers
 * prevent browsers from running any content of a file with the rights of this host.
 */
export async function serveFile(c: Context, db: Database, filesDir: string, name: string) {
  const extension = /^[0-9a-f]{32}\.([a-z0-9]{3,4})$/.exec(name)?.[1];
  const type = extension && fileTypes[extension];
  const record =
    type &&
    (await db
      .selectFrom('upload')
      .select('upload_name')
      .where('upload_path', '=', `/files/${name}`)
      .executeTakeFirst());
  const bytes = record && (await readFile(path.join(filesDir, name)).catch(() => undefined));
  if (!bytes) return c.json(notFound('file', name), 404);
  const shown = isImageType(type) ? 'inline' : 'attachment';
  const fileName = buildDownloadName(String(record.upload_name), { extension, type });
  return new Response(new Uint8Array(bytes), {
    headers: {
      'content-type': type,
      'content-disposition': `${shown}; filename*=UTF-8''${encodeName(fileName)}`,
      'x-content-type-options': 'nosniff',
      'content-security-policy': "sandbox; default-src 'none'; frame-ancestors 'none'",
      'cache-control': 'private, no-cache',
    },
  });
}

/** Writes a file so that it appears under its name only after all of its content is on the disk. */
export async function storeFile(filesDir: string, name: string, bytes: Uint8Array): Promise<void> {
  await mkdir(filesDir, { recursive: true, mode: 0o700 });
  const partial = path.join(filesDir, `.${name}.part`);
  try {
    const handle = await open(partial, 'wx', 0o600);
    try {
      await handle.writeFile(bytes);
      await handle.sync();
    } finally {
      await handle.close();
    }
    await rename(partial, path.join(filesDir, name));
    await syncFolder(filesDir);
  } catch (error) {
    await rm(partial, { force: true });
    throw error;
  }
}

/**
 * Syncs a folder to the disk, so that the name of a new file survives a power cut. The record of the upload,
 * which is committed later, must not outlive its file.
 */
async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/**
 * Deletes partial files that a process left when it ended during an upload. These are the partial files that
 * were last written to at least `unusedMs` milliseconds ago.
 */
export async function dropPartialFiles(filesDir: string, unusedMs: number): Promise<void> {
  const names = await readdir(filesDir).catch(() => []);
  for (const name of names.filter((name) => /^\.[0-9a-f]{32}\..*\.part$/.test(name))) {
    const file = path.join(filesDir, name);
    const written = (await stat(file).catch(() => undefined))?.mtimeMs ?? 0;
    // The difference is negative if a clock was wrong.
    if (Math.abs(Date.now() - written) >= unusedMs) await rm(file, { force: true });
  }
}

function isImage({ type }: FileKind): boolean {
  return isImageType(type);
}

function encodeName(name: string): string {
  return encodeURIComponent(name).replace(
    /['()*]/g,
    (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`,
  );
}

function answerRefusedUpload(message: string): UploadAnswer {
  return { Succeeded: false, Message: message, Data: null };
}
