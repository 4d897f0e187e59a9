import type { SignedIn } from '../auth/guard.server';
import type { EntityWithForm } from '../entities/entity';
import { uploadFile } from '../uploads/upload-file.server';
import { declaredInputs } from './declared-inputs';
import { fileInput } from './form-view';
import { MAX_FORM_BYTES, readForm } from './read-form.server';

/** A posted record form, its files uploaded: their addresses stand in the fields. */
export interface RecordPost {
  posted: FormData;
  /** Why a field's file was not taken. */
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
  const posted = await readForm(
    request,
    declaredInputs(entity.form.fields),
    async (input, file) => {
      const field = entity.form.fields.find(({ name }) => fileInput(name) === input);
      // A browser sends one file for an input; of several the first is taken.
      if (!field?.upload || addresses.has(field.name) || refused[field.name]) return;
      const result = await uploadFile(signedIn, field.upload, file);
      if (result.ok) addresses.set(field.name, result.address);
      else refused[field.name] = [result.message];
    },
    MAX_FORM_BYTES,
  );
  for (const [name, address] of addresses) posted.set(name, address);
  return { posted, refused };
}
