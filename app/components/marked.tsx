import type { ReactNode } from 'react';
import type { Mark } from '~/lib/list/list-view';
import { Icon } from './icon';

const LOOKS = {
  good: { className: 'bg-good-soft text-good', icon: 'check' },
  bad: { className: 'bg-bad-soft text-bad', icon: 'x' },
} as const;

interface MarkedProps {
  mark: Mark;
  /** The judgement in a word, for who does not see the sign; without it the value says it already. */
  says?: string;
  children: ReactNode;
}

/** A value that was judged: green with a tick or red with a cross, never by colour alone. */
export function Marked({ mark, says, children }: MarkedProps) {
  const { className, icon } = LOOKS[mark];
  return (
    <span className={`inline-flex items-center gap-1 rounded px-2 py-0.5 font-medium ${className}`}>
      <Icon name={icon} />
      {children}
      {says && <span className="sr-only">({says})</span>}
    </span>
  );
}
