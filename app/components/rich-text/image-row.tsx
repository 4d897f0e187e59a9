import type { Editor } from '@tiptap/react';
import { type ChangeEvent, type KeyboardEvent, useEffect, useId, useRef, useState } from 'react';
import { isImageAddress, MAX_ALTERNATIVE } from 'shared/rich-text/image-address';
import type { UploadView } from '~/lib/core/form/form-view';
import { ImageFileInput } from '../image-file-input';
import { StoreAsItIs } from '../store-as-it-is';
import { useUpload } from '../use-upload';
import { GalleryChoice } from './gallery-choice';
import { insertImage } from './insert-image';

interface ImageRowProps {
  editor: Editor;
  upload: UploadView;
  onClose: () => void;
}

/** Renders the inputs for the selected image, or for a new image at the cursor. */
export function ImageRow({ editor, upload, onClose }: ImageRowProps) {
  const id = useId();
  const selected = editor.getAttributes('image');
  const [address, setAddress] = useState(String(selected.src ?? ''));
  const [alternative, setAlternative] = useState(String(selected.alt ?? ''));
  const [problem, setProblem] = useState('');
  const sending = useUpload(upload, choose);
  const isSending = sending.percent !== undefined;
  const isWaiting = isSending || address !== String(selected.src ?? '');
  const row = useRef<HTMLFieldSetElement>(null);
  useEffect(() => {
    const form = row.current?.closest('form');
    // The form does not post these inputs. Saving it would lose the image.
    const refuse = (event: Event) => {
      if (!isWaiting) return;
      event.preventDefault();
      event.stopPropagation();
      setProblem(
        isSending
          ? 'Nothing was saved, because the image is still being uploaded. Wait for it, then insert it or select Cancel'
          : 'Nothing was saved, because the image is not in the text yet. Insert it or select Cancel',
      );
      row.current?.focus();
    };
    form?.addEventListener('submit', refuse);
    return () => form?.removeEventListener('submit', refuse);
  }, [isSending, isWaiting]);

  function choose(chosen: string) {
    setAddress(chosen);
    setProblem('');
  }

  function send(event: ChangeEvent<HTMLInputElement>) {
    setProblem('');
    sending.onChange(event);
  }

  function apply() {
    const alt = alternative.trim();
    if (!address) return setProblem('Choose an image to insert');
    if (!isImageAddress(address, upload.folder))
      return setProblem(
        'The image cannot be inserted, because its address is not that of an uploaded image',
      );
    if (!alt) return setProblem('Enter a text alternative for the image');
    insertImage(editor, { src: address, alt });
    onClose();
  }

  function close() {
    editor.commands.focus();
    onClose();
  }

  function onKeyDown(event: KeyboardEvent) {
    if (event.key === 'Escape') close();
    if (event.key !== 'Enter' || !(event.target instanceof HTMLInputElement)) return;
    // Without this, the Enter key would save the whole form.
    event.preventDefault();
    if (event.target.type === 'text') apply();
  }

  return (
    // The form's warning about unsaved changes must ignore these inputs, because the form does not save their values.
    <fieldset
      ref={row}
      tabIndex={-1}
      aria-label="Image"
      onInput={(event) => event.stopPropagation()}
      onKeyDown={onKeyDown}
      className="mt-1.5 grid gap-2 text-sm"
    >
      <ImageFileInput id={`${id}-file`} upload={upload} onChange={send} />
      {isSending && <progress max={100} value={sending.percent} aria-label="Upload of the image" />}
      {upload.galleryHref && (
        <GalleryChoice href={upload.galleryHref} chosen={address} onChoose={choose} />
      )}
      {address && (
        <img src={address} alt="Chosen file" width={160} className="rounded border border-line" />
      )}
      <label htmlFor={id}>Text alternative</label>
      <input
        id={id}
        type="text"
        value={alternative}
        maxLength={MAX_ALTERNATIVE}
        autoComplete="off"
        aria-describedby={`${id}-hint${problem ? ` ${id}-problem` : ''}`}
        onChange={(event) => setAlternative(event.currentTarget.value)}
        className="input-small"
      />
      <p id={`${id}-hint`} className="text-muted">
        Describe the image for people who do not see it.
      </p>
      {(problem || sending.problem) && (
        <p id={`${id}-problem`} role="alert" className="text-bad">
          {problem || sending.problem}
        </p>
      )}
      <StoreAsItIs onPress={sending.storeAsItIs} />
      <p className="flex gap-1.5">
        <button type="button" onClick={apply} className="tool px-2">
          Insert image
        </button>
        <button type="button" onClick={close} className="tool px-2">
          Cancel
        </button>
      </p>
    </fieldset>
  );
}
