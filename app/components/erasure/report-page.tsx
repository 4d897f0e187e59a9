import { Form, Link } from '@remix-run/react';
import type { ErasureReply, ReportQuestion } from '~/lib/erasure/erasure-view';
import { PageHead } from '../page-head';
import { ProofField } from '../proof-field';
import { CountTable } from './count-table';
import { ReasonField } from './reason-field';

/** Renders the page on which administrators download all data of a participant, after they have entered the reason. */
export function ReportPage({ view, reply }: { view: ReportQuestion; reply?: ErasureReply }) {
  const { heading, backHref, counts, isKeptByHost, fileHref } = view;
  return (
    <div className="max-w-xl">
      <PageHead title={heading} backHref={backHref} backTitle="Participant" />
      {fileHref && (
        <div role="status" className="card mb-5 p-5">
          <p className="font-medium">The file is ready.</p>
          <p>You can download it for ten minutes. Each download is recorded in the audit log.</p>
          <p className="mt-4">
            <Link to={fileHref} reloadDocument className="button-primary">
              Download the file
            </Link>
          </p>
        </div>
      )}
      <Form method="post" className="card p-5">
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
            Make the file
          </button>
          <Link to={backHref} className="button">
            Cancel
          </Link>
        </div>
      </Form>
    </div>
  );
}
