import { Form, Link } from '@remix-run/react';
import type { ErasureReply, ReportQuestion } from '~/lib/erasure/erasure-view';
import { PageHead } from '../page-head';
import { ProofField } from '../proof-field';
import { CountTable } from './count-table';
import { ReasonField } from './reason-field';

/** Renders the page on which administrators download all data of a participant. */
export function ReportPage({ view, reply }: { view: ReportQuestion; reply?: ErasureReply }) {
  const { heading, backHref, counts, isKeptByHost } = view;
  return (
    <div className="max-w-xl">
      <PageHead title={heading} backHref={backHref} backTitle="Participant" />
      {/* The answer is a file, which script cannot receive. */}
      <Form method="post" reloadDocument className="card p-5">
        <p>
          {isKeptByHost
            ? 'The file has what the panel stores about the participant, and their records in the lists of the API host.'
            : 'The file has everything that is stored about the participant.'}{' '}
          It is in words and opens in a browser. Delete it after you have given it to the
          participant.
        </p>
        {isKeptByHost && (
          <p className="mt-4">
            It does not have usage records and links between phones, which only the operator of the
            API host can search.
          </p>
        )}
        <CountTable counts={counts} caption="Records in the file" />
        <ReasonField value={reply?.reason} error={reply?.errors?.reason} />
        <ProofField question={reply?.proof} />
        <div className="mt-5 flex flex-wrap gap-2">
          <button type="submit" className="button-primary">
            Download all data
          </button>
          <Link to={backHref} className="button">
            Cancel
          </Link>
        </div>
      </Form>
    </div>
  );
}
