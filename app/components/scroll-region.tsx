import clsx from 'clsx';
import type { ReactNode } from 'react';

interface ScrollRegionProps {
  /** What stands in it, for screen readers. */
  label: string;
  className?: string;
  children: ReactNode;
}

/** What may be wider than the screen: it scrolls sideways by itself, by keyboard too. */
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
