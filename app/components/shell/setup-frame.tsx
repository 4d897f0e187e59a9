import { Form } from '@remix-run/react';
import type { ReactNode } from 'react';
import { Icon } from '../icon';
import { Logo } from '../logo';

/** Renders the frame of the page for users who must set up a second factor before they can do anything but sign out. */
export function SetupFrame({ children }: { children: ReactNode }) {
  return (
    <main className="mx-auto w-full max-w-xl p-4">
      <div className="mb-6 flex items-center justify-between">
        <Logo size={40} />
        <Form method="post" action="/logout" reloadDocument>
          <button type="submit" className="button">
            <Icon name="log-out" /> Logout
          </button>
        </Form>
      </div>
      {children}
    </main>
  );
}
