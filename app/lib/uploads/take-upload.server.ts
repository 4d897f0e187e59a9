import type { UploadSpec } from '../core/entities/form-field';
import { readForm } from '../core/form/read-form.server';
import { messages } from '../core/host/messages';
import type { SignedIn } from '../core/session/guard.server';
import { type UploadResult, uploadFile } from '../core/uploads/upload-file.server';
import { STORE_AS_IT_IS, type UploadReply } from '../core/uploads/upload-reply';

/** Handles an upload that script sends: a multipart form with one file in the input `file`. */
export async function takeUpload(
  signedIn: SignedIn,
  spec: UploadSpec,
  request: Request,
): Promise<Response> {
  let result: UploadResult = {
    ok: false,
    error: { status: 400, message: 'The file is empty. Please choose another one' },
  };
  let files = 0;
  const asItIs = new URL(request.url).search === STORE_AS_IT_IS;
  await readForm(request, { fields: [] }, async (input, file) => {
    if (input !== 'file') return;
    files += 1;
    if (files === 1) result = await uploadFile(signedIn, spec, file, asItIs);
  });
  if (files > 1)
    result = { ok: false, error: { status: 400, message: messages.oneFile(spec.content) } };
  return answerUpload(result);
}

function answerUpload(result: UploadResult): Response {
  const body: UploadReply = result.ok
    ? { address: result.value }
    : { message: result.error.message };
  return Response.json(body, {
    status: result.ok ? 200 : result.error.status,
    headers: { 'Cache-Control': 'no-store', 'X-Content-Type-Options': 'nosniff' },
  });
}
