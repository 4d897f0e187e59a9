import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';
import { z } from 'zod';
import { toErrorText } from '../shared/error-text';

const NAME = 'manifest.json';
/** The name of the key file in a backup that holds it. */
export const KEY_FILE = 'panel.key';

const schema = z.object({
  format: z.literal(1),
  /** The time of the backup (ISO 8601). */
  made: z.string(),
  /** The panel key that the database belongs to; undefined in backups of versions without keys. */
  key: z.object({ id: z.string().regex(/^[0-9a-f]{8}$/), included: z.boolean() }).optional(),
  files: z.array(
    z.object({
      // Backups may come from untrusted sources, so paths must not lead out of the folder of the backup.
      path: z.string().regex(/^[\w-][\w.-]*(\/[\w-][\w.-]*)?$/),
      bytes: z.number().int().min(0),
      sha256: z.string().length(64),
    }),
  ),
});

/** The content of a backup. The manifest is written last, so an interrupted backup has none. */
export type Manifest = z.infer<typeof schema>;
export type ManifestFile = Manifest['files'][number];

export async function writeManifest(
  folder: string,
  files: ManifestFile[],
  key: Manifest['key'],
): Promise<Manifest> {
  const manifest: Manifest = { format: 1, made: new Date().toISOString(), key, files };
  await writeFile(path.join(folder, NAME), `${JSON.stringify(manifest, null, 1)}\n`, {
    mode: 0o600,
    flag: 'wx',
    flush: true,
  });
  return manifest;
}

/** Reads the manifest of a backup. Throws an error with one sentence when it is missing or not valid. */
export async function readManifest(folder: string): Promise<Manifest> {
  const text = await readFile(path.join(folder, NAME), 'utf8').catch(
    (error: NodeJS.ErrnoException) => {
      throw new Error(
        error.code === 'ENOENT'
          ? `${folder} is not a backup, or the backup was interrupted: it has no ${NAME}.`
          : `The ${NAME} in ${folder} cannot be read: ${toErrorText(error)}`,
      );
    },
  );
  try {
    return schema.parse(JSON.parse(text));
  } catch {
    throw new Error(`The ${NAME} in ${folder} is damaged, or of a newer version of the panel.`);
  }
}

/** Returns the size and digest of a file, which is read in parts to save memory. */
export async function describeFile(folder: string, name: string): Promise<ManifestFile> {
  const hash = createHash('sha256');
  let bytes = 0;
  await pipeline(createReadStream(path.join(folder, name)), async (chunks) => {
    for await (const chunk of chunks as AsyncIterable<Buffer>) {
      bytes += chunk.byteLength;
      hash.update(chunk);
    }
  });
  return { path: name, bytes, sha256: hash.digest('hex') };
}
