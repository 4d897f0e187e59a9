import { Description, Dialog, DialogBackdrop, DialogPanel, DialogTitle } from '@headlessui/react';
import type { ReactNode } from 'react';

interface QuestionDialogProps {
  title: ReactNode;
  note?: string;
  role?: 'dialog' | 'alertdialog';
  /** True if the backdrop hides the page. */
  isPageHidden?: boolean;
  /** Called when the user presses Escape or clicks outside the dialog. */
  onClose: () => void;
  /** The buttons. The dialog focuses the one with `data-autofocus`, or else the first one. */
  children: ReactNode;
}

/** Renders a dialog with a title, a note and buttons. Its script is large, so fetch it only when a dialog opens. */
export function QuestionDialog(props: QuestionDialogProps) {
  const { title, note, role, isPageHidden, onClose, children } = props;
  return (
    <Dialog open role={role} onClose={onClose} className="relative z-50">
      <DialogBackdrop
        className={`fixed inset-0 ${isPageHidden ? 'bg-page' : 'bg-[#000] opacity-50'}`}
      />
      <div className="fixed inset-0 grid place-items-center p-4">
        <DialogPanel className="card w-full max-w-md p-5 shadow-raised">
          <DialogTitle as="h2">{title}</DialogTitle>
          {note && <Description className="mt-2 text-muted">{note}</Description>}
          {children}
        </DialogPanel>
      </div>
    </Dialog>
  );
}
