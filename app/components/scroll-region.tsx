import clsx from 'clsx';
import type { ReactNode } from 'react';

interface ScrollRegionProps {
  /** The name of the content for screen readers. */
  label: string;
  className?: string;
  children: ReactNode;
}

/** Renders content that may be wider than the screen. Users can scroll it sideways, also with the keyboard. */
export function ScrollRegion({ label, className, children }: ScrollRegionProps) {
  return (
    <section
      aria-label={label}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: users of the keyboard must be able to scroll (WCAG 2.1.1)
      tabIndex={0}
      className={clsx('overflow-x-auto', className)}
    >
      {children}
    </section>
  );
}
