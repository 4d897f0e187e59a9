/** The answer to a script's upload: the file's address, or the reason for the refusal. */
export type UploadReply = { address: string } | { message: string };

/** Reads the answer to an upload; undefined when it is none, such as the sign-in page. */
export function readUploadReply(text: string): UploadReply | undefined {
  let body: unknown;
  try {
    body = JSON.parse(text);
  } catch {
    return undefined;
  }
  if (typeof body !== 'object' || body === null) return undefined;
  if ('address' in body && typeof body.address === 'string') return { address: body.address };
  if ('message' in body && typeof body.message === 'string') return { message: body.message };
  return undefined;
}
