/** A PNG of one pixel, as it is after details of a photograph were removed: uploads store it unchanged. */
export const png = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAACXBIWXMAAAsSAAALEgHS3X78AAAADUlEQVQImWNg+M9QDwADgQF/hps9nQAAAABJRU5ErkJggg==',
  'base64',
);

/** The beginning of a GIF. Uploads send GIF files on as they arrive. */
export const gif = Buffer.from('GIF89a\x01\0\x01\0\x80\0\0', 'latin1');

export const pdf = Buffer.from('%PDF-1.7\n%\xe2\xe3\xcf\xd3\n', 'latin1');

export function makeFile(content: Buffer | string, name: string, type = ''): File {
  return new File([new Uint8Array(Buffer.from(content as string))], name, { type });
}
