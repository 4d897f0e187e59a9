import type { ReactNode } from 'react';

/** Says that a form was saved as a draft, above the form with which the user gets back to it. */
export function DraftNotice({ children }: { children: ReactNode }) {
  return (
    <p role="status" className="mb-4 rounded border border-warn bg-warn-soft px-3 py-2 text-warn">
      {children}
    </p>
  );
}
