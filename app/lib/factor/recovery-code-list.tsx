import { Link } from '@remix-run/react';

/** Renders new recovery codes, which no other page shows again. */
export function RecoveryCodes({ codes }: { codes: readonly string[] }) {
  return (
    <div className="card p-5">
      <p className="font-medium">Your second factor is on. These are your recovery codes.</p>
      <p className="mt-2">
        Print them or write them down now: they are shown only once. If you lose your phone, each of
        them signs you in once. Keep them as safe as your password, and not on your phone.
      </p>
      <ul className="mt-4 grid gap-1">
        {codes.map((code) => (
          <li key={code}>
            <code className="break-words">{code}</code>
          </li>
        ))}
      </ul>
      <p className="no-print mt-5">
        <Link to="/home" className="button-primary">
          I have saved the codes
        </Link>
      </p>
    </div>
  );
}
