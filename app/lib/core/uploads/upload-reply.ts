/** The response to an upload by script: the address of the file, or the reason for the refusal. */
export type UploadReply = { address: string } | { message: string };

/** The query of the address to which script sends a picture that is stored as it is. */
export const STORE_AS_IT_IS = '?picture=as-it-is';

/** Reads the response to an upload. Returns undefined for any other response, such as the sign-in page. */
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
