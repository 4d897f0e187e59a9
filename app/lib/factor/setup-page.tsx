import { Link } from '@remix-run/react';
import type { SetupView } from '~/lib/factor/load-setup.server';
import { AccountForm } from '../../components/forms/account-form';
import { AppSetup } from './app-setup';
import { FactorOn } from './factor-on';
import { AddPasskey, NamePasskey } from './passkey-forms';

/** Renders the page of the user's second factor. */
export function SetupPage({ view }: { view: Exclude<SetupView, { state: 'removing' }> }) {
  switch (view.state) {
    case 'on':
      return <FactorOn view={view} />;
    case 'setup':
      return <AppSetup view={view} />;
    case 'naming':
      return <NamePasskey view={view} />;
    case 'adding':
      return <AddPasskey view={view} />;
    case 'app':
      return <AccountForm fields={[]} submit="Set up the app" hidden={{ intent: 'begin' }} />;
    case 'off':
      return <FactorOff view={view} />;
  }
}

function FactorOff({ view }: { view: Extract<SetupView, { state: 'off' }> }) {
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
      {view.canAddPasskey && (
        <p className="mt-4">
          Instead of the app, you can{' '}
          <Link to="?add=passkey" className="underline">
            add a passkey
          </Link>
          : the lock of this device, or a security key. Passkeys need script; the app works without
          it.
        </p>
      )}
    </>
  );
}
