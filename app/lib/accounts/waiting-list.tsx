import { Link } from '@remix-run/react';
import type { loadWaiting } from '~/lib/accounts/load-waiting.server';

type WaitingView = Awaited<ReturnType<typeof loadWaiting>>;

/** Renders the accounts that wait for approval. Each leads to the page on which it is approved or refused. */
export function WaitingList({ accounts, total, error }: WaitingView) {
  if (error)
    return (
      <p role="alert" className="rounded border border-bad bg-bad-soft px-3 py-2 text-bad">
        {error}
      </p>
    );
  if (accounts.length === 0) return <p>No account waits for approval.</p>;
  return (
    <>
      <p className="mb-4 max-w-2xl text-muted">
        These people have created an account themselves. They can sign in once you approve it.
      </p>
      <ul className="grid max-w-2xl gap-3">
        {accounts.map(({ href, name, email, signedUp }) => (
          <li key={href} className="card p-4">
            <Link to={href} className="inline-block min-h-6 break-all font-semibold">
              {name}
            </Link>
            {email !== name && <span className="block break-all">{email}</span>}
            <span className="block text-sm text-muted">Signed up {signedUp}</span>
          </li>
        ))}
      </ul>
      {total > accounts.length && (
        <p className="mt-3 text-muted">
          These are the oldest {accounts.length} of {total.toLocaleString('en')} accounts.
        </p>
      )}
    </>
  );
}
