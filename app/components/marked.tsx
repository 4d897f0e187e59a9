import type { ReactNode } from 'react';
import type { Mark } from '~/lib/core/list/list-row';
import { Icon } from './icon';

const STYLES = {
  good: { className: 'bg-good-soft text-good', icon: 'check' },
  bad: { className: 'bg-bad-soft text-bad', icon: 'x' },
} as const;

interface MarkedProps {
  mark: Mark;
  /** The word that screen readers read for the mark. Undefined if the value itself has the same meaning. */
  says?: string;
  children: ReactNode;
}

/** Renders a value in green with a tick or in red with a cross. The colour is never the only difference. */
export function Marked({ mark, says, children }: MarkedProps) {
  const { className, icon } = STYLES[mark];
  return (
    <span
      className={`-my-0.5 inline-flex items-center align-top gap-1 rounded px-2 py-0.5 font-medium ${className}`}
    >
      <Icon name={icon} />
      {children}
      {says && <span className="sr-only">({says})</span>}
    </span>
  );
}
