import { Form, useNavigation } from '@remix-run/react';
import { useEffect, useRef, useState } from 'react';
import { formInputs } from '~/lib/core/form/form-view';
import { focusWhatFollows } from '../focus-what-follows';
import { QuestionDialog } from '../question-dialog';

export interface RemovalLinkProps {
  /** The address of the page that asks for confirmation. A post to it removes the row. */
  href: string;
  verb: string;
  label: string;
  /** The sentence that states the consequence of removing the row. */
  note?: string;
}

interface RemovalDialogProps extends RemovalLinkProps {
  onClose: () => void;
}

/** Renders a dialog that asks before a row is removed. Its form equals the form of the page at `href`. */
export default function RemovalDialog({ href, verb, label, note, onClose }: RemovalDialogProps) {
  const [token] = useState(makeToken);
  const busy = useNavigation().state !== 'idle';
  useCloseWhenAnswered(busy, onClose);
  return (
    <QuestionDialog title={`${verb} ${label}?`} note={note} onClose={onClose}>
      <Form method="post" action={href} className="mt-5 flex flex-wrap justify-end gap-2">
        <input type="hidden" name={formInputs.token} value={token} />
        <button type="button" className="button" onClick={onClose}>
          Cancel
        </button>
        <button
          type="submit"
          className={verb === 'Restore' ? 'button-primary' : 'button-danger'}
          disabled={busy}
        >
          {verb}
        </button>
      </Form>
    </QuestionDialog>
  );
}

/** Returns a random token. Does not use randomUUID, which browsers do not offer over plain http. */
function makeToken(): string {
  return crypto.getRandomValues(new Uint32Array(4)).join('-');
}

/** Closes the dialog after the response to its form. The page then shows whether the row was removed. */
function useCloseWhenAnswered(busy: boolean, onClose: () => void) {
  const sent = useRef(false);
  // Headless UI returns the focus to the row's button, which does not exist if the row was removed.
  useEffect(() => () => void requestAnimationFrame(focusWhatFollows), []);
  useEffect(() => {
    if (busy) sent.current = true;
    else if (sent.current) onClose();
  }, [busy, onClose]);
}
