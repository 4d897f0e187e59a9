/** The media types of the formats that uploads keep, by the extension that a file gets. */
export const fileTypes: Readonly<Record<string, string>> = {
  png: 'image/png',
  jpg: 'image/jpeg',
  gif: 'image/gif',
  webp: 'image/webp',
  pdf: 'application/pdf',
  mp4: 'video/mp4',
  m4a: 'audio/mp4',
  mp3: 'audio/mpeg',
  docx: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  pptx: 'application/vnd.openxmlformats-officedocument.presentationml.presentation',
  txt: 'text/plain; charset=utf-8',
  csv: 'text/csv; charset=utf-8',
  /** Any other format. Such a file is only ever downloaded. */
  bin: 'application/octet-stream',
};

/** Returns whether files of a type are images, which browsers show. All others are downloaded. */
export function isImageType(type: string): boolean {
  return type.startsWith('image/') && Object.values(fileTypes).includes(type);
}
