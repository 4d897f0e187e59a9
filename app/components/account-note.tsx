import { Link } from '@remix-run/react';
import type { ReactNode } from 'react';

/** Renders the result of submitting the form of a signed-out screen, with a link to the sign-in. */
export function AccountNote({ heading, children }: { heading: string; children: ReactNode }) {
  return (
    <div className="card grid gap-4 p-5 text-center sm:p-6">
      <h1>{heading}</h1>
      {children}
      <p>
        <Link to="/login" className="button">
          Go to the sign-in
        </Link>
      </p>
    </div>
  );
}
