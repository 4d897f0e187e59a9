import { Description, Dialog, DialogBackdrop, DialogPanel, DialogTitle } from '@headlessui/react';
import { Form, useNavigation } from '@remix-run/react';
import { useEffect, useRef, useState } from 'react';
import { formInputs } from '~/lib/form/form-view';

export interface RemovalLinkProps {
  /** The page that asks, and takes the row away when posted to. */
  href: string;
  verb: string;
  label: string;
}

interface RemovalDialogProps extends RemovalLinkProps {
  onClose: () => void;
}

/** Asks before a row is taken away; the same form as on the page at `href`. */
export default function RemovalDialog({ href, verb, label, onClose }: RemovalDialogProps) {
  const [token] = useState(makeToken);
  const busy = useNavigation().state !== 'idle';
  useCloseWhenAnswered(busy, onClose);
  return (
    <Dialog open onClose={onClose} className="relative z-50">
      <DialogBackdrop className="fixed inset-0 bg-ink opacity-40" />
      <div className="fixed inset-0 grid place-items-center p-4">
        <DialogPanel className="card w-full max-w-md p-5 shadow-raised">
          <DialogTitle as="h2">
            {verb} {label}?
          </DialogTitle>
          {verb === 'Delete' && (
            <Description className="mt-2 text-muted">This cannot be undone.</Description>
          )}
          <Form method="post" action={href} className="mt-5 flex flex-wrap justify-end gap-2">
            <input type="hidden" name={formInputs.token} value={token} />
            <button type="button" className="button" onClick={onClose}>
              Cancel
            </button>
            <button type="submit" className="button-danger" disabled={busy}>
              {verb}
            </button>
          </Form>
        </DialogPanel>
      </div>
    </Dialog>
  );
}

/** Over plain http browsers have no randomUUID. */
function makeToken(): string {
  return crypto.getRandomValues(new Uint32Array(4)).join('-');
}

/** Closes the dialog: either its row was deleted, or the host refused, which a toast says. */
function useCloseWhenAnswered(busy: boolean, onClose: () => void) {
  const sent = useRef(false);
  // With the row its button goes, where the focus would return to.
  useEffect(() => () => keepFocus(), []);
  useEffect(() => {
    if (busy) sent.current = true;
    else if (sent.current) onClose();
  }, [busy, onClose]);
}

function keepFocus() {
  requestAnimationFrame(() => {
    if (document.activeElement === document.body) document.getElementById('main')?.focus();
  });
}
