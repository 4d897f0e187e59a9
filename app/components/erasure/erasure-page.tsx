import { Form, Link } from '@remix-run/react';
import type { ErasureQuestion, ErasureReply } from '~/lib/erasure/erasure-view';
import { PageHead } from '../page-head';
import { ProofField } from '../proof-field';
import { CountTable } from './count-table';
import { ReasonField } from './reason-field';

/** Renders the page that asks before a participant is erased. Posting its form erases them for good. */
export function ErasurePage({ view, reply }: { view: ErasureQuestion; reply?: ErasureReply }) {
  const { heading, backHref, counts, total, kept, isKeptByHost, refusal } = view;
  const error = reply?.errors?.form ?? refusal;
  return (
    <div className="max-w-xl">
      <PageHead title={heading} backHref={backHref} backTitle="Participant" error={error} />
      <Form method="post" className="card p-5">
        <p>
          {isKeptByHost
            ? 'This deletes for good what the panel stores about the participant, here and in the messenger. The API host keeps its records.'
            : 'This deletes the participant’s records for good, here and in the messenger.'}{' '}
          Nobody can undo the erasure. The drafts, bulk actions, files for analysis and pending
          imports of all users are deleted too.
        </p>
        {counts.length > 0 && <CountTable counts={counts} caption="Records that will be erased" />}
        {kept.map((text) => (
          <p key={text} className="mt-4">
            Not erased: {text}
          </p>
        ))}
        <input type="hidden" name="total" value={total} />
        <ReasonField value={reply?.reason} error={reply?.errors?.reason} />
        <ProofField question={reply?.proof} />
        <div className="mt-5 flex flex-wrap gap-2">
          {!refusal && (
            <button type="submit" className="button-danger">
              Erase for good
            </button>
          )}
          <Link to={backHref} className="button">
            Cancel
          </Link>
        </div>
      </Form>
    </div>
  );
}
