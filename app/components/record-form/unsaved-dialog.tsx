import { QuestionDialog } from '../question-dialog';

export interface UnsavedDialogProps {
  onStay: () => void;
  onLeave: () => void;
}

/** Renders the dialog that asks before the user leaves a form with unsaved changes. */
export default function UnsavedDialog({ onStay, onLeave }: UnsavedDialogProps) {
  return (
    <QuestionDialog
      role="alertdialog"
      title="Leave without saving?"
      note="You have changes that are not saved."
      onClose={onStay}
    >
      <div className="mt-5 grid gap-2 sm:flex sm:justify-end">
        <button type="button" className="button-primary" data-autofocus onClick={onStay}>
          Stay on this page
        </button>
        <button type="button" className="button-danger" onClick={onLeave}>
          Leave without saving
        </button>
      </div>
    </QuestionDialog>
  );
}
