import path from 'node:path';
import { defined } from 'shared/defined';
import { fileTypes } from './file-types';

/** The type of a file, identified by its content. */
export interface FileKind {
  /** Without the dot. */
  extension: string;
  /** For the Content-Type header. */
  type: string;
}

/** Where the first bytes of a format stand, as Latin-1 text. */
const signatures: readonly [extension: string, RegExp][] = [
  ['png', /^\x89PNG\r\n/],
  ['jpg', /^\xff\xd8\xff/],
  ['gif', /^GIF8[79]a/],
  ['webp', /^RIFF[\s\S]{4}WEBP/],
  ['pdf', /^%PDF-/],
  ['m4a', /^[\s\S]{4}ftypM4A /],
  ['mp4', /^[\s\S]{4}ftyp(isom|iso[2-9]|mp4[12]|avc1|M4V |MSNV|dash|3gp[4-6])/],
  ['mp3', /^(ID3|\xff[\xfb\xf3\xf2])/],
];

/** The part that makes a zip archive an office document. */
const officeParts: readonly [extension: string, part: string][] = [
  ['docx', 'word/document.xml'],
  ['xlsx', 'xl/workbook.xml'],
  ['pptx', 'ppt/presentation.xml'],
];

/**
 * Tells what a file is from its bytes; what is not known is data. Its name decides only between text
 * and CSV, which look alike.
 */
export function sniffFile(bytes: Uint8Array, name: string): FileKind {
  const extension = signed(bytes) ?? office(bytes) ?? text(bytes, name) ?? 'bin';
  return { extension, type: defined(fileTypes[extension]) };
}

function signed(bytes: Uint8Array): string | undefined {
  const start = Buffer.from(bytes.subarray(0, 32)).toString('latin1');
  return signatures.find(([, signature]) => signature.test(start))?.[0];
}

function office(bytes: Uint8Array): string | undefined {
  const archive = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (archive.subarray(0, 4).toString('latin1') !== 'PK\x03\x04') return undefined;
  if (!archive.includes('[Content_Types].xml')) return undefined;
  return officeParts.find(([, part]) => archive.includes(part))?.[0];
}

function text(bytes: Uint8Array, name: string): string | undefined {
  try {
    const content = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
    // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what tells text from data
    if (/[\x00-\x08\x0e-\x1f]/.test(content)) return undefined;
    return path.extname(name).toLowerCase() === '.csv' ? 'csv' : 'txt';
  } catch {
    return undefined;
  }
}
