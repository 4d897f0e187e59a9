import { Link } from '@remix-run/react';
import type { SetupView } from '~/lib/factor/load-setup.server';

type OnView = Extract<SetupView, { state: 'on' }>;

/** Renders what a user's second factor consists of, and the links to change it. */
export function FactorOn({ view }: { view: OnView }) {
  const { codesLeft, since, canCheck, isRequired, passkeys, canAddPasskey } = view;
  return (
    <div className="card p-5">
      <p className="font-medium">
        {since ? `Your second factor is on, since ${since}.` : 'Your second factor is on.'}
      </p>
      {!since && (
        <p className="mt-2">
          You have no authenticator app.{' '}
          <Link to="?add=app" className="underline">
            Set up an app
          </Link>{' '}
          too, so that you can sign in where script is off or your passkey is not at hand.
        </p>
      )}
      {since && !canCheck && (
        <p className="mt-2 text-bad">
          Codes of your app can no longer be checked, because the panel’s key was lost. Turn the
          second factor off with a recovery code, and set it up again.
        </p>
      )}
      <p className={codesLeft < 3 ? 'mt-2 text-warn' : 'mt-2'}>
        {codesLeft === 1 ? '1 recovery code is left.' : `${codesLeft} recovery codes are left.`}{' '}
        Each can be used once, in place of {since ? 'a code of your app' : 'your passkey'}.
      </p>
      {isRequired && (
        <p className="mt-2 text-muted">
          Your role needs a second factor. If you turn it off, for example for a new phone, you must
          set it up again at once.
        </p>
      )}
      <PasskeyList passkeys={passkeys} />
      <p className="mt-4 flex flex-wrap gap-2">
        {canAddPasskey && (
          <Link to="?add=passkey" className="button">
            Add a passkey
          </Link>
        )}
        <Link to="/profile/second-factor/codes" className="button">
          Make new recovery codes
        </Link>
        <Link to="/profile/second-factor/off" className="button">
          Turn off
        </Link>
      </p>
    </div>
  );
}

function PasskeyList({ passkeys }: Pick<OnView, 'passkeys'>) {
  if (passkeys.length === 0) return null;
  return (
    <>
      <h2 className="mt-5 text-base">Passkeys</h2>
      <ul className="mt-2 grid gap-3">
        {passkeys.map(({ id, name, added, used, otherAddress }) => (
          <li key={id} className="flex flex-wrap items-center justify-between gap-2">
            <div>
              <p className="break-words font-medium">{name}</p>
              <p className="text-sm text-muted">
                Added {added}. {used ? `Last used ${used}.` : 'Not used yet.'}
                {otherAddress && ` It works only at the panel’s earlier address, ${otherAddress}.`}
              </p>
            </div>
            <Link to={`?remove=${id}`} className="button text-bad">
              Remove <span className="sr-only">{name}</span>
            </Link>
          </li>
        ))}
      </ul>
    </>
  );
}
