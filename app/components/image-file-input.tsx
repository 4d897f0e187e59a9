import type { ChangeEventHandler } from 'react';
import { describeSize } from 'shared/size-in-words';
import type { UploadView } from '~/lib/core/form/form-view';

interface ImageFileInputProps {
  id: string;
  upload: UploadView;
  /** The name under which the form posts the file. Undefined if script uploads the file instead. */
  name?: string;
  onChange?: ChangeEventHandler<HTMLInputElement>;
}

/** Renders the input for an image file, with its label and hint. */
export function ImageFileInput({ id, upload, name, onChange }: ImageFileInputProps) {
  return (
    <div>
      <label htmlFor={id} className="mb-1 block text-sm font-medium">
        Image file
      </label>
      <p id={`${id}-hint`} className="mb-1 text-sm text-muted">
        PNG, JPEG, GIF or WebP, up to {describeSize(upload.maxBytes)}. It loses the place, device
        and time of the photograph.
      </p>
      <input
        type="file"
        id={id}
        name={name}
        accept="image/png,image/jpeg,image/gif,image/webp"
        aria-describedby={`${id}-hint`}
        onChange={onChange}
        className="block w-full text-sm file:mr-3 file:rounded file:border file:border-solid file:border-line-strong file:bg-surface file:px-3 file:py-1.5 file:text-ink"
      />
    </div>
  );
}
