import { useNavigation } from '@remix-run/react';
import { type ChangeEvent, useEffect, useRef, useState } from 'react';
import { asksToStoreAsItIs } from 'shared/files/unclean-messages';
import { describeTooLarge } from 'shared/size-in-words';
import type { UploadView } from '~/lib/core/form/form-view';
import { readUploadReply, STORE_AS_IT_IS } from '~/lib/core/uploads/upload-reply';

interface Sending {
  /** The part of the file that was sent, in percent. Undefined if no upload is running. */
  percent?: number;
  done?: boolean;
  problem?: string;
  /** Sends the picture again that was refused because it could not be cleaned. Defined only after such a refusal. */
  storeAsItIs?: () => void;
}

/**
 * Returns the `onChange` handlers of file inputs, which uploads the chosen file, and the progress or result of the
 * upload. `onSent` receives the address of the uploaded file. Messages: product-spec.md §8.
 */
export function useUpload(upload: UploadView, onSent: (address: string) => void) {
  const [sending, setSending] = useState<Sending>({});
  const request = useRef<XMLHttpRequest>();
  const saving = useNavigation().formMethod === 'POST';
  const wasSaving = useRef(false);
  useEffect(() => {
    // Cancels the upload when the form is saved, because the form then posts the file itself.
    if (saving) request.current?.abort();
    // The reply to the form has said the problem.
    else if (wasSaving.current) setSending(({ problem, ...sending }) => (problem ? {} : sending));
    wasSaving.current = saving;
  }, [saving]);
  const onChange = (event: ChangeEvent<HTMLInputElement>) => send(event.currentTarget, '');
  const onChangeAsItIs = (event: ChangeEvent<HTMLInputElement>) =>
    send(event.currentTarget, STORE_AS_IT_IS);
  function send(input: HTMLInputElement, query: string) {
    const file = input.files?.[0];
    request.current?.abort();
    if (!file) return setSending({});
    if (file.size > upload.maxBytes) {
      input.value = '';
      return setSending({ problem: describeTooLarge(upload.maxBytes) });
    }
    // The form must not send a file again that was uploaded or refused.
    sendFile(file, query, () => {
      input.value = '';
    });
  }
  function sendFile(file: File, query: string, onEnd?: () => void) {
    const end = (outcome: Sending) => {
      onEnd?.();
      setSending(outcome);
    };
    const xhr = new XMLHttpRequest();
    request.current = xhr;
    xhr.open('POST', upload.href + query);
    xhr.upload.onprogress = ({ loaded, total }) =>
      setSending({ percent: total > 0 ? Math.floor((loaded / total) * 100) : 0 });
    xhr.onerror = () => end({ problem: `Unable to upload ${upload.content}. Please try again` });
    xhr.onabort = () => setSending({});
    xhr.onload = () => {
      const reply = readUploadReply(xhr.responseText);
      if (!reply) {
        end({ problem: 'Unable to process response from server. Please try again' });
      } else if ('message' in reply) {
        const { message } = reply;
        const storeAsItIs = asksToStoreAsItIs([message])
          ? () => sendFile(file, STORE_AS_IT_IS)
          : undefined;
        end({ problem: message, storeAsItIs });
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
  return { ...sending, onChange, onChangeAsItIs };
}
