import type { EntityWithForm } from '../entities/entity';
import { getDeclaredInputs } from '../form/declared-inputs';
import { getFileInput } from '../form/form-view';
import { MAX_FORM_BYTES, readForm } from '../form/read-form.server';
import { messages } from '../host/messages';
import type { SignedIn } from '../session/guard.server';
import { uploadFile } from '../uploads/upload-file.server';

/** A posted record form whose files are uploaded: the fields hold their addresses. */
export interface RecordPost {
  posted: FormData;
  /** The reason that a field's file was not taken. */
  refused: Record<string, string[]>;
}

/**
 * Reads a record form. Files are uploaded first, whatever becomes of the form: a browser that runs no
 * script cannot keep a chosen file over a page that comes back with errors, but it keeps its address.
 */
export async function readRecordForm(
  signedIn: SignedIn,
  entity: EntityWithForm,
  request: Request,
): Promise<RecordPost> {
  const addresses = new Map<string, string>();
  const refused: Record<string, string[]> = {};
  const chosen = new Set<string>();
  const several = new Map<string, string>();
  const posted = await readForm(
    request,
    getDeclaredInputs(entity.form.fields),
    async (input, file) => {
      const field = entity.form.fields.find(({ name }) => getFileInput(name) === input);
      if (!field?.upload) return;
      if (chosen.has(field.name)) return void several.set(field.name, field.upload.content);
      chosen.add(field.name);
      const result = await uploadFile(signedIn, field.upload, file);
      if (result.ok) addresses.set(field.name, result.value);
      else refused[field.name] = [result.error.message];
    },
    MAX_FORM_BYTES,
  );
  for (const [name, address] of addresses) if (!several.has(name)) posted.set(name, address);
  // A browser sends one file for an input: which of several is meant, only the user can say.
  for (const [name, field] of several) refused[name] = [messages.oneFile(field)];
  return { posted, refused };
}
