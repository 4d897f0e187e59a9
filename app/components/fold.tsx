import type { ReactNode } from 'react';
import { Icon } from './icon';

interface FoldProps {
  title: string;
  /** The rest of the title for users of screen readers. */
  about?: string;
  /** True if the content is shown at first. */
  isOpen?: boolean;
  children: ReactNode;
}

/**
 * Renders links or forms that phones show below a button that opens them. Wider windows show them in place of the button,
 * except in browsers that do not know `::details-content`.
 */
export function Fold({ title, about, isOpen, children }: FoldProps) {
  return (
    <details className="fold no-print" open={isOpen}>
      <summary className="button fold-title">
        {title} {about && <span className="sr-only">{about}</span>}
        <Icon name="chevron-down" />
      </summary>
      {children}
    </details>
  );
}
