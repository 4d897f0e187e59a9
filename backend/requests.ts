import type { Context } from 'hono';
import { HTTPException } from 'hono/http-exception';

/** The fields of a form; one that was sent several times is a list, which no schema takes. */
export type FormFields = Record<string, string | string[]>;

/** Reads a form-encoded body. Throws 413 when it is larger than `maxBytes`. */
export async function readFields(c: Context, maxBytes: number): Promise<FormFields> {
  const type = c.req.header('content-type') ?? '';
  if (type && !type.toLowerCase().startsWith('application/x-www-form-urlencoded')) return {};
  const params = new URLSearchParams(new TextDecoder().decode(await readBody(c, maxBytes)));
  const fields = new Map<string, string | string[]>();
  for (const name of new Set(params.keys())) {
    const values = params.getAll(name);
    fields.set(name, values.length === 1 ? values[0] : values);
  }
  return Object.fromEntries(fields);
}

/** Reads a multipart body. Throws 400 when it is malformed, 413 when it is too large. */
export async function readMultipart(c: Context, maxBytes: number): Promise<FormData> {
  const type = c.req.header('content-type') ?? '';
  if (!type.toLowerCase().startsWith('multipart/form-data')) throw malformed();
  const body = await readBody(c, maxBytes);
  try {
    return await new Response(body, { headers: { 'content-type': type } }).formData();
  } catch {
    throw malformed();
  }
}

async function readBody(c: Context, maxBytes: number): Promise<Uint8Array<ArrayBuffer>> {
  // The header may lie, so the bytes are counted as well.
  if (Number(c.req.header('content-length') ?? 0) > maxBytes) throw tooLarge();
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  const reader = c.req.raw.body?.getReader();
  for (let part = await reader?.read(); part?.value; part = await reader?.read()) {
    bytes += part.value.byteLength;
    if (bytes > maxBytes) {
      await reader?.cancel();
      throw tooLarge();
    }
    chunks.push(part.value);
  }
  return new Uint8Array(Buffer.concat(chunks));
}

function tooLarge() {
  return new HTTPException(413, { message: 'The request is too large' });
}

function malformed() {
  return new HTTPException(400, { message: 'The request could not be read' });
}
