import { QuestionDialog } from './question-dialog';

/**
 * The notice about a session: it is about to end because the user is inactive ('idle') or because it has reached its
 * maximum duration ('latest'), or it has ended.
 */
export type SessionNotice =
  | { kind: 'idle'; endsAt: Date }
  | { kind: 'latest'; endsAt: Date }
  | { kind: 'ended' };

export interface SessionDialogProps {
  notice: SessionNotice;
  signInHref: string;
  onStay: () => void;
  onClose: () => void;
}

/** Renders the dialog that warns before the session ends, or says that it has ended. */
export default function SessionDialog({ notice, signInHref, onStay, onClose }: SessionDialogProps) {
  const ended = notice.kind === 'ended';
  return (
    <QuestionDialog
      role="alertdialog"
      title={ended ? 'You have been signed out' : 'Your session is about to end'}
      note={describeNotice(notice)}
      // After the session has ended, the page's data is private.
      isPageHidden={ended}
      onClose={() => notice.kind === 'idle' && onStay()}
    >
      <div className="mt-5 flex flex-wrap justify-end gap-2">
        {ended && (
          <>
            <button type="button" className="button" onClick={onClose}>
              Back to the page
            </button>
            <a href={signInHref} className="button-primary">
              Sign in again
            </a>
          </>
        )}
        {notice.kind === 'idle' && (
          <button type="button" className="button-primary" onClick={onStay}>
            Stay signed in
          </button>
        )}
        {notice.kind === 'latest' && (
          <button type="button" className="button-primary" onClick={onClose}>
            Go on
          </button>
        )}
      </div>
    </QuestionDialog>
  );
}

function describeNotice(notice: SessionNotice): string {
  if (notice.kind === 'ended')
    return 'If you were filling in a form, go back to the page and select Save. What you entered is then saved as a draft for 15 minutes while you sign in again.';
  const time = notice.endsAt.toLocaleTimeString([], { hour: '2-digit', minute: '2-digit' });
  return notice.kind === 'idle'
    ? `You have not done anything for a while and will be signed out at ${time}.`
    : `You have been signed in for a long time and will be signed out at ${time}. Save what you are working on; afterwards you can sign in again.`;
}
