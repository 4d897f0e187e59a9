import path from 'node:path';
import { fileTypeFromBuffer } from 'file-type';
import { defined } from './defined';
import { fileTypes } from './file-types';

/** A file's format, identified by its content. */
export interface FileKind {
  /** Without the dot. */
  extension: string;
  /** The media type. */
  type: string;
}

/** Formats that are kept as a more general one. */
const generalFormats: Readonly<Record<string, string>> = { apng: 'png', m4v: 'mp4', '3gp': 'mp4' };

/**
 * Identifies a file by the signature of its format, of whatever kind. Returns undefined for a file without one, such
 * as a text. The first bytes are enough, except for office documents.
 */
export async function readSignature(bytes: Uint8Array): Promise<FileKind | undefined> {
  const found = await fileTypeFromBuffer(bytes);
  if (!found) return undefined;
  const extension = generalFormats[found.ext] ?? found.ext;
  return { extension, type: fileTypes[extension] ?? found.mime };
}

/**
 * Identifies a complete file as one of the formats that uploads keep. Its name decides only between text and CSV,
 * which look alike.
 */
export async function identifyFile(bytes: Uint8Array, name: string): Promise<FileKind> {
  const found = await readSignature(bytes);
  if (found && Object.hasOwn(fileTypes, found.extension)) return found;
  const extension = isText(bytes) ? getTextExtension(name) : 'bin';
  return { extension, type: defined(fileTypes[extension]) };
}

function getTextExtension(name: string): string {
  return path.extname(name).toLowerCase() === '.csv' ? 'csv' : 'txt';
}

function isText(bytes: Uint8Array): boolean {
  try {
    const content = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
    // biome-ignore lint/suspicious/noControlCharactersInRegex: a text has none of them
    return !/[\x00-\x08\x0e-\x1f]/.test(content);
  } catch {
    return false;
  }
}
