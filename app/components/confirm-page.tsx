import { Form, Link } from '@remix-run/react';
import { formInputs } from '~/lib/form/form-view';
import { useMayWrite } from './use-may-write';

export interface ConfirmView {
  /** The question's title, such as 'Delete country'. */
  title: string;
  /** To what. */
  label: string;
  verb: string;
  backHref: string;
  /** Names this one asking: a second press does not do it again. */
  token: string;
  /** The reason why this user may not confirm. */
  refusal?: string;
}

/** Asks before something is taken away; posting the page does it. */
export function ConfirmPage({ view }: { view: ConfirmView }) {
  const mayWrite = useMayWrite() && !view.refusal;
  return (
    <div className="card mx-auto max-w-xl p-5">
      <h1>{view.title}?</h1>
      <p className="mt-2 break-words font-medium">{view.label}</p>
      {view.verb === 'Delete' && !view.refusal && (
        <p className="mt-2 text-muted">This cannot be undone.</p>
      )}
      {view.refusal && <p className="mt-2">{view.refusal}</p>}
      <Form method="post" className="mt-5 flex flex-wrap gap-2">
        <input type="hidden" name={formInputs.token} value={view.token} />
        {mayWrite && (
          <button type="submit" className="button-danger">
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
