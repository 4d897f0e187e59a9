import { Form, Link } from '@remix-run/react';
import type { SetupView } from '~/lib/factor/setup.server';
import { AccountForm } from '../forms/account-form';

/** Renders the page of the user's second factor. */
export function SetupPage({ view }: { view: SetupView }) {
  if (view.state === 'on') return <FactorOn view={view} />;
  if (view.state === 'setup') return <FactorSetup view={view} />;
  return (
    <>
      {view.mustSetUpFactor && (
        <p
          role="status"
          className="mb-4 rounded border border-warn bg-warn-soft px-3 py-2 text-warn"
        >
          You must set up a second factor before you can use the panel.
        </p>
      )}
      <p className="mb-4">
        With a second factor, signing in needs your password and a code from an app on your phone.
        Install an authenticator app first, such as Aegis, Google Authenticator or Microsoft
        Authenticator.
      </p>
      <AccountForm
        fields={view.fields}
        submit="Set up a second factor"
        hidden={{ intent: 'begin' }}
      />
    </>
  );
}

function FactorOn({ view }: { view: Extract<SetupView, { state: 'on' }> }) {
  const { codesLeft, since, canCheck, isRequired } = view;
  return (
    <div className="card p-5">
      <p className="font-medium">Your second factor is on, since {since}.</p>
      {!canCheck && (
        <p className="mt-2 text-bad">
          Codes of your app can no longer be checked, because the panel’s key was lost. Turn the
          second factor off with a recovery code, and set it up again.
        </p>
      )}
      <p className={codesLeft < 3 ? 'mt-2 text-warn' : 'mt-2'}>
        {codesLeft === 1 ? '1 recovery code is left.' : `${codesLeft} recovery codes are left.`}{' '}
        Each can be used once, in place of a code of your app.
      </p>
      {isRequired && (
        <p className="mt-2 text-muted">
          Your role needs a second factor. If you turn it off, for example for a new phone, you must
          set it up again at once.
        </p>
      )}
      <p className="mt-4 flex flex-wrap gap-2">
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

function FactorSetup({ view }: { view: Extract<SetupView, { state: 'setup' }> }) {
  const { square, secret, fields } = view;
  return (
    <>
      <ol className="mb-4 grid list-decimal gap-3 pl-5">
        <li>
          Scan this square with your authenticator app.
          <svg
            role="img"
            aria-label="QR code for the authenticator app"
            viewBox={`0 0 ${square.size} ${square.size}`}
            shapeRendering="crispEdges"
            className="mt-2 block w-full max-w-64 rounded"
          >
            <rect width={square.size} height={square.size} fill="#fff" />
            <path d={square.path} fill="#000" />
          </svg>
        </li>
        <li>
          If you cannot scan it, add an account in the app by hand, with this key:{' '}
          <code className="break-words font-medium">{secret}</code>
        </li>
        <li>Enter the code that the app shows for this account.</li>
      </ol>
      <AccountForm fields={fields} submit="Turn on" hidden={{ intent: 'confirm' }}>
        <Form method="post" className="mt-4">
          <button type="submit" name="intent" value="cancel" className="button">
            Cancel
          </button>
        </Form>
      </AccountForm>
    </>
  );
}
