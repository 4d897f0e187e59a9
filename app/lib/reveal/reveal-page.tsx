import type { RevealView } from '~/lib/reveal/reveal-value.server';
import { ConfirmPage } from '../../components/forms/confirm-page';
import { PageHead } from '../../components/page-head';

const TITLE = 'Reveal a value';

/** Renders a revealed value or, before, the question by which the user proves who they are. */
export function RevealPage({ view }: { view: RevealView | undefined }) {
  if (!view)
    return (
      <div className="max-w-xl">
        <PageHead title={TITLE} backHref="/home" backTitle="Home" />
        <p className="card p-5">
          A revealed value is shown once. Go back to the record, and select Reveal again.
        </p>
      </div>
    );
  const { record, field, value, isRevealed, button, back } = view;
  const shown = (
    <dl>
      <dt className="text-sm text-muted">
        {field} of {record}
      </dt>
      <dd className="break-words text-lg font-medium">{value}</dd>
    </dl>
  );
  if (!isRevealed) {
    const question = { heading: TITLE, verb: 'Reveal', backHref: back.href };
    return (
      <ConfirmPage view={{ ...question, hidden: { value: button } }} isForAllRoles>
        {shown}
      </ConfirmPage>
    );
  }
  return (
    <div className="max-w-xl">
      <PageHead title={TITLE} backHref={back.href} backTitle={back.title} />
      <div className="card p-5">
        {shown}
        <p className="mt-3 text-muted">
          The access log says that you have seen it. If you leave this page, it is masked again.
        </p>
      </div>
    </div>
  );
}
