import type { SetupView } from '~/lib/factor/load-setup.server';
import { AccountForm } from '../../components/forms/account-form';
import { CancelForm } from './cancel-form';

/** Renders the secret of a new authenticator app, and the form for its first code. */
export function AppSetup({ view }: { view: Extract<SetupView, { state: 'setup' }> }) {
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
        <CancelForm />
      </AccountForm>
    </>
  );
}
