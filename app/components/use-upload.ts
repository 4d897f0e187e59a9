import { useNavigation } from '@remix-run/react';
import { type ChangeEvent, useEffect, useRef, useState } from 'react';
import { describeTooLarge } from 'shared/size-in-words';
import type { UploadView } from '~/lib/form/form-view';
import { readUploadReply } from '~/lib/uploads/upload-reply';

interface Sending {
  /** The part of the file that was sent, in percent. Undefined if no upload is running. */
  percent?: number;
  done?: boolean;
  problem?: string;
}

/**
 * Returns the `onChange` handler of a file input, which uploads the chosen file, and the progress or result of the
 * upload. `onSent` receives the address of the uploaded file. Messages: product-spec.md §8.
 */
export function useUpload(upload: UploadView, onSent: (address: string) => void) {
  const [sending, setSending] = useState<Sending>({});
  const request = useRef<XMLHttpRequest>();
  const saving = useNavigation().formMethod === 'POST';
  useEffect(() => {
    // Cancels the upload when the form is saved, because the form then posts the file itself.
    if (saving) request.current?.abort();
  }, [saving]);
  function onChange(event: ChangeEvent<HTMLInputElement>) {
    const input = event.currentTarget;
    const file = input.files?.[0];
    request.current?.abort();
    if (!file) return setSending({});
    if (file.size > upload.maxBytes) {
      input.value = '';
      return setSending({ problem: describeTooLarge(upload.maxBytes) });
    }
    const end = (outcome: Sending) => {
      // The form must not send a file again that was uploaded or refused.
      input.value = '';
      setSending(outcome);
    };
    const xhr = new XMLHttpRequest();
    request.current = xhr;
    xhr.open('POST', upload.href);
    xhr.upload.onprogress = ({ loaded, total }) =>
      setSending({ percent: total > 0 ? Math.floor((loaded / total) * 100) : 0 });
    xhr.onerror = () => end({ problem: `Unable to upload ${upload.content}. Please try again` });
    xhr.onabort = () => setSending({});
    xhr.onload = () => {
      const reply = readUploadReply(xhr.responseText);
      if (!reply) {
        end({ problem: 'Unable to process response from server. Please try again' });
      } else if ('message' in reply) {
        end({ problem: reply.message });
      } else {
        end({ done: true });
        onSent(reply.address);
      }
    };
    const body = new FormData();
    body.set('file', file);
    setSending({ percent: 0 });
    xhr.send(body);
  }
  return { ...sending, onChange };
}
