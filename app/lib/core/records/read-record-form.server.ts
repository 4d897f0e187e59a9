import { succeeded } from 'shared/result';
import type { EntityWithForm } from '../entities/entity';
import { getDeclaredInputs } from '../form/declared-inputs';
import { getAsItIsInput, getFileInput, getRefusalInput } from '../form/form-view';
import { MAX_FORM_BYTES, readForm } from '../form/read-form.server';
import { messages } from '../host/messages';
import type { SignedIn } from '../session/guard.server';
import { uploadFile } from '../uploads/upload-file.server';
import { insertUploadedImage } from './insert-image.server';

/** The maximum number of characters of a reason that a form sends. */
const MAX_REFUSAL = 500;

/** A posted record form. Its fields hold the addresses of the files that were uploaded. */
export interface RecordPost {
  posted: FormData;
  /** The reasons that files were refused, by field name. */
  refused: Record<string, string[]>;
}

/**
 * Reads a record form and uploads its files, even if the form turns out to be invalid. Without script, a
 * browser loses the chosen file when the form is shown again with errors, but the field keeps the address of
 * the upload.
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
      const field = entity.form.fields.find(({ name }) =>
        [getFileInput(name), getAsItIsInput(name)].includes(input),
      );
      if (!field?.upload) return;
      if (chosen.has(field.name)) return void several.set(field.name, field.upload.content);
      chosen.add(field.name);
      const result = await uploadFile(
        signedIn,
        field.upload,
        file,
        input === getAsItIsInput(field.name),
      );
      if (result.ok) addresses.set(field.name, result.value);
      else refused[field.name] = [result.error.message];
    },
    MAX_FORM_BYTES,
  );
  // An input can have one file. If several arrive, only the user knows which one is meant.
  for (const [name, field] of several) refused[name] = [messages.oneFile(field)];
  for (const { name, control } of entity.form.fields) {
    const refusal = posted.get(getRefusalInput(name));
    // A form without the file that its user has chosen is not saved.
    if (typeof refusal === 'string' && refusal !== '' && !chosen.has(name))
      refused[name] = [refusal.slice(0, MAX_REFUSAL)];
    const address = several.has(name) ? undefined : addresses.get(name);
    if (control === 'rich-text') {
      const inserted = refused[name] ? succeeded : insertUploadedImage(posted, name, address);
      if (!inserted.ok) refused[name] = [inserted.error];
    } else if (address !== undefined) posted.set(name, address);
  }
  return { posted, refused };
}
