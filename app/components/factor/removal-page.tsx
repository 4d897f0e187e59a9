import { Form } from '@remix-run/react';
import type { ProofQuestion } from '~/lib/form/form-view';
import { PageHead } from '../page-head';
import { ProofField } from '../proof-field';

interface RemovalPageProps {
  view: { username: string; isOn: boolean; backHref: string };
  proof: ProofQuestion | undefined;
}

/** Renders the page on which administrators remove the second factor of a user. */
export function RemovalPage({ view: { username, isOn, backHref }, proof }: RemovalPageProps) {
  return (
    <div className="max-w-xl">
      <PageHead title={`Second factor of ${username}`} backHref={backHref} backTitle="User" />
      {isOn ? (
        <Form method="post" className="card p-5">
          <p>
            Remove it only if the user has lost their phone and their recovery codes, and you are
            sure that it is them who asks. The user is signed out everywhere, and then signs in with
            the password alone.
          </p>
          <ProofField question={proof} />
          <button type="submit" className="button-danger mt-5">
            Remove the second factor
          </button>
        </Form>
      ) : (
        <p className="card p-5">This user has no second factor.</p>
      )}
    </div>
  );
}
