import { createHash, randomBytes } from 'node:crypto';
import { mkdir, open, readdir, readFile, rename, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import type { Context } from 'hono';
import { fileTypes, isImageType } from 'shared/file-types';
import { type FileKind, identifyFile } from 'shared/identify-file';
import { describeTooLarge } from 'shared/size-in-words';
import { type Change, transactWithEntries } from '../audit/change';
import type { Database } from '../db/types';
import { done, notFound } from '../wire/envelope';
import { makeFileReader } from '../wire/posted-file';
import { readFileForm } from '../wire/requests';
import type { HostOptions } from './options';

export const DEFAULT_MAX_UPLOAD_BYTES = 25 * 1024 * 1024;
/** Bytes of a multipart body besides the file: fields, headers and boundaries. */
const FIELD_BYTES = 16 * 1024;
const OVERHEAD_BYTES = 64 * 1024;

/** The end points of uploads, and the files each takes. */
export const uploadTargets: Readonly<Record<string, (kind: FileKind) => boolean>> = {
  Facility: isImage,
  Resource: () => true,
};

/** An upload's own envelope (wire.md): `Data` is the file's path on this host. */
interface UploadAnswer {
  Succeeded: boolean;
  Message: string | null;
  Data: string | null;
}

/**
 * Answers `upload/{target}`. The file is kept under a random name with an extension that follows
 * from its content; its own name is only written down. Throws 400 and 413 like readFileForm.
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
  const { bytes } = file;
  if (bytes.byteLength === 0) return answerRefusedUpload('The file is empty');
  const kind = await identifyFile(bytes, file.name);
  if (!accepts(kind))
    return answerRefusedUpload('The file must be an image: PNG, JPEG, GIF or WebP');

  // A panel in this process says in the audit entry who uploads the file.
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
        upload_createuser: user.slice(0, 255) || null,
        upload_createdate: change.now,
      })
      .execute();
    return note(done(null));
  });
  return { Succeeded: true, Message: null, Data: `/files/${name}` };
}

/** Answers `files/{name}`. Nothing in a file can act as this host: it is data, or an image. */
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
  return new Response(new Uint8Array(bytes), {
    headers: {
      'content-type': type,
      'content-disposition': `${shown}; filename*=UTF-8''${encodeName(String(record.upload_name))}`,
      'x-content-type-options': 'nosniff',
      'content-security-policy': "sandbox; default-src 'none'",
      'cache-control': 'private, no-cache',
    },
  });
}

/** Whole or not at all: a file shows under its name only when all of it is on the disk. */
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

/** The name too outlives a power cut, as the record of the upload does, which is written after it. */
async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/**
 * Deletes the partial files of uploads that ended with their process: those that were not written to for `unusedMs`.
 */
export async function dropPartialFiles(filesDir: string, unusedMs: number): Promise<void> {
  const names = await readdir(filesDir).catch(() => []);
  for (const name of names.filter((name) => /^\.[0-9a-f]{32}\..*\.part$/.test(name))) {
    const file = path.join(filesDir, name);
    const written = (await stat(file).catch(() => undefined))?.mtimeMs ?? 0;
    if (Date.now() - written >= unusedMs) await rm(file, { force: true });
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
