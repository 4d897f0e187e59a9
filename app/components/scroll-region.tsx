import clsx from 'clsx';
import type { ReactNode } from 'react';

interface ScrollRegionProps {
  /** Names the content for screen readers. */
  label: string;
  className?: string;
  children: ReactNode;
}

/** Holds content that may be wider than the screen, and scrolls it sideways, also by keyboard. */
export function ScrollRegion({ label, className, children }: ScrollRegionProps) {
  return (
    <section
      aria-label={label}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard (WCAG 2.1.1)
      tabIndex={0}
      className={clsx('overflow-x-auto', className)}
    >
      {children}
    </section>
  );
}
