import { lazy, Suspense, useEffect, useRef, useState } from 'react';
import { Icon } from '../icon';
import type { RemovalLinkProps } from './removal-dialog';

/** The dialog. It is fetched at the first click, because it is large and rarely opened. */
const RemovalDialog = lazy(() => import('./removal-dialog'));

const icons: Readonly<Record<string, string>> = { Unlink: 'unlink', Restore: 'undo-2' };

/** Renders a link to the page that asks before a row is removed. If script runs, a dialog opens instead. */
export function RemovalLink(props: RemovalLinkProps) {
  const { href, verb, label } = props;
  const [asking, setAsking] = useState(false);
  const opener = useRef<HTMLAnchorElement>(null);
  const asked = useRef(false);
  useEffect(() => {
    if (asked.current && !asking) opener.current?.focus();
    asked.current = asking;
  }, [asking]);
  return (
    <>
      <a
        ref={opener}
        href={href}
        className={verb === 'Restore' ? 'button' : 'button text-bad'}
        onClick={(event) => {
          if (event.ctrlKey || event.metaKey || event.shiftKey) return;
          event.preventDefault();
          setAsking(true);
        }}
      >
        <Icon name={icons[verb] ?? 'trash-2'} />
        <span className="sr-only">
          {verb} {label}
        </span>
      </a>
      {asking && (
        <Suspense>
          <RemovalDialog {...props} onClose={() => setAsking(false)} />
        </Suspense>
      )}
    </>
  );
}
