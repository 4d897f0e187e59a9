import { type FieldMetadata, getInputProps } from '@conform-to/react';
import { useEffect, useState } from 'react';
import { asksToStoreAsItIs } from 'shared/files/unclean-messages';
import { describeSize } from 'shared/size-in-words';
import { isFileAddress } from '~/lib/core/entities/file-address';
import {
  type FieldView,
  getAsItIsInput,
  getFileInput,
  getRefusalInput,
  type UploadView,
} from '~/lib/core/form/form-view';
import { StoreAsItIs } from '../store-as-it-is';
import { useSyncedValue } from '../use-synced-value';
import { useUpload } from '../use-upload';
import { AsItIsInput } from './as-it-is-input';
import { FieldError } from './field-error';
import { FilePreview } from './file-preview';
import { Optional } from './optional';

interface FileFieldProps {
  field: FieldView;
  upload: UploadView;
  meta: FieldMetadata<string>;
}

const IMAGES = 'image/png,image/jpeg,image/gif,image/webp';

/**
 * Renders an input for the address of a file, and an input that uploads a file. If script runs, it uploads the file as
 * soon as the user has chosen it, and shows the progress. Without script, the form sends the file.
 */
export function FileField({ field, upload, meta }: FileFieldProps) {
  const replied = meta.initialValue ?? '';
  // The reply to a form that was sent with a file may contain the address of the uploaded file.
  const address = useSyncedValue<HTMLInputElement>(replied);
  const [shown, setShown] = useState(replied);
  useEffect(() => setShown(replied), [replied]);
  const sending = useUpload(upload, (sent) => {
    if (!address.current) return;
    address.current.value = sent;
    address.current.dispatchEvent(new Event('input', { bubbles: true }));
  });
  const fileId = `${meta.id}-file`;
  const hintId = `${meta.id}-hint`;
  const described = [meta.errors ? meta.errorId : undefined, hintId].filter(Boolean).join(' ');
  const kind = upload.accepts === 'image' ? 'an image' : 'a file';
  return (
    <fieldset className="rounded border border-line p-3">
      <legend className="px-1 font-medium">
        {field.label} <Optional />
      </legend>
      <FieldError meta={meta} />
      {isFileAddress(shown) && <FilePreview address={shown} upload={upload} />}
      <label htmlFor={meta.id} className="mb-1 block text-sm font-medium">
        {field.label} address
      </label>
      <input
        {...getInputProps(meta, { type: 'text' })}
        key={meta.key}
        ref={address}
        inputMode="url"
        autoComplete="off"
        spellCheck={false}
        aria-describedby={described}
        onInput={(event) => setShown(event.currentTarget.value)}
        className="input"
      />
      <label htmlFor={fileId} className="mb-1 mt-3 block text-sm font-medium">
        Upload {kind} <span className="sr-only">as {field.label.toLowerCase()}</span>
      </label>
      <p id={hintId} className="mb-1 text-sm text-muted">
        {upload.accepts === 'image' ? 'PNG, JPEG, GIF or WebP, up' : 'Up'} to{' '}
        {describeSize(upload.maxBytes)}. The uploaded file replaces the address. Pictures lose the
        place, device and time of the photograph.
      </p>
      <input
        type="file"
        id={fileId}
        name={getFileInput(field.name)}
        accept={upload.accepts === 'image' ? IMAGES : undefined}
        aria-describedby={hintId}
        onChange={sending.onChange}
        className="block w-full text-sm file:mr-3 file:rounded file:border file:border-solid file:border-line-strong file:bg-surface file:px-3 file:py-1.5 file:text-ink"
      />
      {asksToStoreAsItIs(meta.errors) && (
        <AsItIsInput
          id={`${meta.id}-as-it-is`}
          name={getAsItIsInput(field.name)}
          onChange={sending.onChangeAsItIs}
        />
      )}
      {sending.percent !== undefined && (
        <p className="mt-2 flex items-center gap-2 text-sm">
          <progress
            max={100}
            value={sending.percent}
            aria-label={`Upload of ${field.label.toLowerCase()}`}
          />
          {sending.percent}%
        </p>
      )}
      <p aria-live="polite" className="text-sm text-good">
        {sending.done && 'The file has been uploaded. Save to keep it here.'}
      </p>
      {sending.problem && (
        <>
          <p role="alert" className="mt-1 text-sm font-medium text-bad">
            {sending.problem}
          </p>
          <input type="hidden" name={getRefusalInput(field.name)} value={sending.problem} />
        </>
      )}
      <StoreAsItIs onPress={sending.storeAsItIs} />
    </fieldset>
  );
}
