import { CONTENT, LONG_TEXT } from 'shared/entities/fields';
import { foreignParts, sanitizeHtml } from 'shared/rich-text/sanitize';
import { isFileAddress } from '../uploads/file-address';
import { type FieldExtra, type FormField, formField, limited, type UploadSpec } from './form-field';

/** Returns a field of HTML. Edited text is reduced to the allow-list; unchanged text stays as it is. */
export function richTextField(
  name: string,
  wire: string,
  label: string,
  extra: FieldExtra = {},
): FormField {
  return {
    ...formField(name, wire, label, 'rich-text', limited(label, CONTENT), undefined, extra),
    clean: sanitizeHtml,
    notice(html) {
      const parts = foreignParts(html);
      return parts.length > 0
        ? `This text holds parts that the editor does not know (${parts.join(', ')}). They stay as long as the text is not changed here.`
        : undefined;
    },
  };
}

/** The address of a file: typed, or of a file that is uploaded with the form. */
export function fileField(
  name: string,
  wire: string,
  label: string,
  upload: UploadSpec,
  extra: FieldExtra = {},
): FormField {
  const schema = limited(label, LONG_TEXT)
    .trim()
    .refine(isFileAddress, `${label} must be an address that begins with https://`);
  return { ...formField(name, wire, label, 'file', schema, undefined, extra), upload };
}
