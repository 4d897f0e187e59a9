import { Fragment, useEffect, useRef } from 'react';
import { type MenuGroup as Group, getOpenInput, type MenuGroupName } from '~/lib/menu';
import { type EntryProps, MenuEntry } from './menu-entry';
import { PinnedViews } from './pinned-views';

interface MenuGroupProps extends EntryProps {
  group: Group;
  isFolded: boolean;
}

/**
 * Renders a group of the menu, which users can fold and open. The group of the current page is open at first. If
 * script runs, folding or opening a group also stores this state. Without script, users choose the open groups in the
 * profile.
 */
export function MenuGroup({ group, isFolded, ...entry }: MenuGroupProps) {
  const details = useRef<HTMLDetailsElement>(null);
  const { name, title, items } = group;
  const isCurrent = entry.active !== undefined && items.includes(entry.active);
  // React does not know that the user has folded the group, and would leave it folded.
  useEffect(() => {
    if (isCurrent) details.current?.setAttribute('open', '');
  }, [isCurrent]);
  return (
    <details
      ref={details}
      open={isCurrent || !isFolded}
      className={isCurrent ? 'menu-current px-2 pb-2' : 'px-2 pb-2'}
    >
      {/* biome-ignore lint/a11y/noStaticElementInteractions: a summary is interactive, and the keyboard triggers clicks on it */}
      <summary
        className="menu-link menu-title"
        title={entry.compact ? title : undefined}
        onClick={() => rememberGroup(name, !details.current?.open)}
      >
        <h2 className={entry.compact ? 'md:sr-only' : undefined}>{title}</h2>
      </summary>
      <ul>
        {items.map((item) => (
          <Fragment key={item.path}>
            <MenuEntry item={item} {...entry} />
            <PinnedViews list={item.path} {...entry} />
          </Fragment>
        ))}
      </ul>
    </details>
  );
}

/** Resolves when the latest change has been sent and answered, or has failed. */
let last: Promise<unknown> = Promise.resolve();

/**
 * Stores in the browser's preferences whether a group of the menu is open. Does not navigate, which would load the
 * page's data again. Each change waits for the previous change, because the responses set the same cookie. If the panel
 * does not respond, the change is lost.
 */
function rememberGroup(name: MenuGroupName, isOpen: boolean): void {
  const body = new URLSearchParams({ groups: name, to: '/home' });
  if (isOpen) body.set(getOpenInput(name), 'on');
  const send = () =>
    fetch('/preferences', { method: 'POST', body, redirect: 'manual', keepalive: true });
  last = last.then(send).catch(() => undefined);
}
