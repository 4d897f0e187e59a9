import { Form, Link } from '@remix-run/react';
import { formInputs } from '~/lib/form/form-view';
import { useMayWrite } from './use-may-write';

/** The data of a page that asks for confirmation. */
export interface ConfirmView {
  /** The title without its question mark, such as 'Delete country'. */
  title: string;
  /** The name of the record that is to be deleted, unlinked or restored. */
  label: string;
  /** The label of the button that confirms. */
  verb: string;
  backHref: string;
  /** Identifies this page, so that a second press of the button does not repeat the work. */
  token: string;
  /** The sentence that says what follows from confirming. */
  note?: string;
  /** The reason that this user cannot confirm. */
  refusal?: string;
}

/** Renders a page that asks before a record is deleted, unlinked or restored. Posting its form does the work. */
export function ConfirmPage({ view }: { view: ConfirmView }) {
  const mayWrite = useMayWrite() && !view.refusal;
  return (
    <div className="card mx-auto max-w-xl p-5">
      <h1>{view.title}?</h1>
      <p className="mt-2 break-words font-medium">{view.label}</p>
      {view.note && !view.refusal && <p className="mt-2 text-muted">{view.note}</p>}
      {view.refusal && <p className="mt-2">{view.refusal}</p>}
      <Form method="post" className="mt-5 flex flex-wrap gap-2">
        <input type="hidden" name={formInputs.token} value={view.token} />
        {mayWrite && (
          <button
            type="submit"
            className={view.verb === 'Restore' ? 'button-primary' : 'button-danger'}
          >
            {view.verb}
          </button>
        )}
        <Link to={view.backHref} className="button">
          Cancel
        </Link>
      </Form>
    </div>
  );
}
