/** The media types of the formats in which uploads are stored, by the file extension of each format. */
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
  /** Any other format. Browsers download such files and never display them. */
  bin: 'application/octet-stream',
};

/** Returns whether a media type is an image format of `fileTypes`. Browsers display images and download other files. */
export function isImageType(type: string): boolean {
  return type.startsWith('image/') && Object.values(fileTypes).includes(type);
}
