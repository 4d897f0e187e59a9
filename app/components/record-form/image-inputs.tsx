import type { FormMetadata } from '@conform-to/react';
import { useRef } from 'react';
import { asksToStoreAsItIs } from 'shared/files/unclean-messages';
import type { FormValue } from 'shared/record-values/form-value';
import {
  formInputs,
  getAsItIsInput,
  getFileInput,
  getImageInputs,
  type UploadView,
} from '~/lib/core/form/form-view';
import { ImageFileInput } from '../image-file-input';
import { AsItIsInput } from './as-it-is-input';
import { FilePreview } from './file-preview';

interface ImageInputsProps {
  /** The name of the rich text. */
  name: string;
  upload: UploadView;
  form: FormMetadata<Record<string, FormValue>>;
  /** True if the last post has added an image to the text. */
  isInserted: boolean;
  hydrated: boolean;
}

/**
 * Renders the inputs that add an image to the end of a rich text. Only pages without running script need them. If the
 * user has filled them in before the script arrived, they stay.
 */
export function ImageInputs({ name, upload, form, isInserted, hydrated }: ImageInputsProps) {
  const fieldset = useRef<HTMLFieldSetElement>(null);
  const inputs = getImageInputs(name);
  const read = (input: string) => String(form.getFieldset()[input]?.initialValue ?? '');
  const id = `${form.id}-${name}-image`;
  const waiting = read(inputs.address);
  if (hydrated && !isFilledIn(fieldset.current)) return null;
  return (
    <fieldset ref={fieldset} className="mt-3 grid gap-3 rounded border border-line p-3">
      <legend className="px-1 font-medium">Insert an image</legend>
      {isInserted && (
        <p role="status" className="text-sm text-good">
          The image is at the end of the text. Save to keep it.
        </p>
      )}
      {waiting && (
        <div>
          <input type="hidden" name={inputs.address} value={waiting} />
          <p className="mb-1 text-sm">The image has been uploaded, but is not in the text yet.</p>
          <FilePreview address={waiting} upload={upload} />
        </div>
      )}
      <ImageFileInput id={`${id}-file`} upload={upload} name={getFileInput(name)} />
      {asksToStoreAsItIs(form.getFieldset()[name]?.errors) && (
        <AsItIsInput id={`${id}-as-it-is`} name={getAsItIsInput(name)} />
      )}
      <div>
        <label htmlFor={`${id}-alternative`} className="mb-1 block text-sm font-medium">
          Text alternative
        </label>
        <p id={`${id}-hint`} className="mb-1 text-sm text-muted">
          Describe the image for people who do not see it.
        </p>
        <input
          type="text"
          id={`${id}-alternative`}
          name={inputs.alternative}
          defaultValue={read(inputs.alternative)}
          aria-describedby={`${id}-hint`}
          className="input"
        />
      </div>
      <button
        type="submit"
        name={formInputs.insert}
        value={name}
        className="button justify-self-start"
      >
        Insert image
      </button>
    </fieldset>
  );
}

function isFilledIn(fieldset: HTMLFieldSetElement | null): boolean {
  const inputs = fieldset?.querySelectorAll<HTMLInputElement>('input:not([type=hidden])') ?? [];
  return [...inputs].some(({ value, defaultValue }) => value !== defaultValue);
}
