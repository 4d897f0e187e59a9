import { createHmac } from 'node:crypto';
import { mkdir, open, readFile } from 'node:fs/promises';
import path from 'node:path';
import { findErasedFile } from 'shared/erasure/erased-file';
import type { Person, PersonValueKind } from 'shared/erasure/person';
import type { RootKey } from 'shared/keys/key-ring';
import { getCheckpointFolder } from 'shared/keys/key-settings';
import { z } from 'zod';
import { config } from '../core/server/config.server';
import { getPanelKeys } from '../core/server/keys.server';

const lineSchema = z.object({
  /** The id of the erasure. */
  id: z.string().regex(/^[\w-]{22}$/),
  /** The time of the erasure (ISO 8601). */
  time: z.string(),
  /** The id of the panel key with which the digests were computed. */
  key: z.string(),
  /** The keyed digests of the values by which the person is recognized. */
  digests: z.array(z.string()),
});
type ErasedLine = z.infer<typeof lineSchema>;

/**
 * Adds a person to the list of erased participants, which is a file outside the data folder. After a restore, the
 * panel recognizes by it who must be erased again. The file names nobody: it holds keyed digests.
 */
export async function addToErased(id: string, person: Person): Promise<void> {
  const { lines } = await readErased();
  if (lines.some((line) => line.id === id)) return;
  const { current } = getPanelKeys().ring;
  const line: ErasedLine = {
    id,
    time: new Date().toISOString(),
    key: current.id,
    digests: listValues(person).map(([kind, value]) =>
      computePersonDigest(deriveKey(current), kind, value),
    ),
  };
  const file = getErasedFile();
  await mkdir(path.dirname(file), { recursive: true, mode: 0o700 });
  const handle = await open(file, 'a', 0o600);
  try {
    // The line break at the beginning ends a line whose writing was interrupted.
    await handle.write(`\n${JSON.stringify(line)}\n`);
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/** Returns the erasures in the file, the number of lines that cannot be read, and whether there is no file. */
export async function readErased(): Promise<{
  lines: ErasedLine[];
  unreadable: number;
  isMissing: boolean;
}> {
  const text = await readFile(getErasedFile(), 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined;
    throw error;
  });
  const written = (text ?? '').split('\n').filter((line) => line !== '');
  const lines = written.flatMap((line) => parseLine(line) ?? []);
  return { lines, unreadable: written.length - lines.length, isMissing: text === undefined };
}

/**
 * Returns a function that recognizes the values of erased people. It returns the id of the erasure, or undefined for
 * a value of nobody who was erased.
 */
export function makeRecognizer(
  lines: readonly ErasedLine[],
): (kind: PersonValueKind, value: string) => string | undefined {
  const byDigest = new Map(lines.flatMap(({ id, digests }) => digests.map((one) => [one, id])));
  const keys = getPanelKeys()
    .ring.all.filter(({ id }) => lines.some(({ key }) => key === id))
    .map(deriveKey);
  return (kind, value) => {
    for (const key of keys) {
      const id = byDigest.get(computePersonDigest(key, kind, value));
      if (id !== undefined) return id;
    }
    return undefined;
  };
}

/** Returns the lines whose panel key this process does not have, so that nobody can be recognized by them. */
export function findUnknownKeys(lines: readonly ErasedLine[]): ErasedLine[] {
  return lines.filter(({ key }) => !getPanelKeys().ring.find(key));
}

/** Returns the path of the file, which is beside the checkpoints. */
export function getErasedFile(): string {
  return findErasedFile(getCheckpointFolder(config));
}

function listValues({
  participantId,
  studyNumber,
  phones,
}: Person): (readonly [PersonValueKind, string])[] {
  const values: (readonly [PersonValueKind, string])[] = [
    ['participant', participantId],
    ['study number', studyNumber],
    ...phones.map((phone) => ['phone', phone] as const),
  ];
  return values.filter(([, value]) => value !== '');
}

function deriveKey(key: RootKey): Buffer {
  return key.derive('erasure', 'erased');
}

function computePersonDigest(key: Buffer, kind: PersonValueKind, value: string): string {
  return createHmac('sha256', key)
    .update(JSON.stringify([kind, value]))
    .digest('base64url');
}

function parseLine(line: string): ErasedLine | undefined {
  try {
    return lineSchema.parse(JSON.parse(line));
  } catch {
    return undefined;
  }
}
