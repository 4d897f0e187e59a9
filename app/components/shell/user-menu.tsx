import { Form, Link, useLocation } from '@remix-run/react';
import { useRef } from 'react';
import { Icon } from '../icon';
import { useLightPages } from '../light-pages';
import { useOnDemand } from '../use-on-demand';

const BUTTON = 'button max-w-48 border-line';
const PANEL = 'popup right-0 mt-1 w-52 p-1';

interface UserMenuProps {
  name: string;
  signedInUntil: string;
}

/**
 * Renders the menu of the signed-in user as a <details> element. If script runs and the popup can be fetched, the first
 * click replaces the element with the popup.
 */
export function UserMenu(props: UserMenuProps) {
  const details = useRef<HTMLDetailsElement>(null);
  const { Component: Popup, handlers } = useOnDemand(
    () => import('../popup'),
    () => details.current?.toggleAttribute('open'),
  );
  const label = (
    <>
      <Icon name="user-round" />
      <span className="hidden truncate sm:inline">{props.name}</span>
      <span className="sr-only">User menu</span>
      <Icon name="chevron-down" />
    </>
  );
  if (Popup)
    return (
      <Popup label={label} buttonClassName={BUTTON} panelClassName={PANEL}>
        <Items {...props} />
      </Popup>
    );
  return (
    <details ref={details} className="relative">
      <summary className={BUTTON} {...handlers}>
        {label}
      </summary>
      <div className={PANEL}>
        <Items {...props} />
      </div>
    </details>
  );
}

function Items({ name, signedInUntil }: UserMenuProps) {
  return (
    <>
      <p className="truncate px-3 pt-2 text-sm text-muted">{name}</p>
      <p className="px-3 pb-2 text-sm text-muted">
        You’ll be signed out at {signedInUntil} unless you keep working
      </p>
      <Link
        to="/profile"
        className="flex items-center gap-3 rounded px-3 py-2 text-ink hover:bg-sunken hover:no-underline"
      >
        <Icon name="user-round" /> Profile
      </Link>
      <Link
        to="/profile/password"
        className="flex items-center gap-3 rounded px-3 py-2 text-ink hover:bg-sunken hover:no-underline"
      >
        <Icon name="pencil" /> Change password
      </Link>
      <Link
        to="/jobs"
        className="flex items-center gap-3 rounded px-3 py-2 text-ink hover:bg-sunken hover:no-underline"
      >
        <Icon name="list-checks" /> Jobs
      </Link>
      <PagesSwitch />
      {/* Loads a new document, so that no loaded data stays in the browser's memory. */}
      <Form method="post" action="/logout" reloadDocument>
        <button
          type="submit"
          className="flex w-full items-center gap-3 rounded px-3 py-2 text-left hover:bg-sunken"
        >
          <Icon name="log-out" /> Logout
        </button>
      </Form>
    </>
  );
}

/**
 * Renders the button that switches between light and full pages. The button always loads a new document,
 * whether script runs or not.
 */
function PagesSwitch() {
  const light = useLightPages();
  const { pathname, search } = useLocation();
  return (
    <Form method="post" action="/preferences" reloadDocument>
      <input type="hidden" name="to" value={pathname + search} />
      <button
        type="submit"
        name="pages"
        value={light ? 'full' : 'light'}
        className="flex w-full items-center gap-3 rounded px-3 py-2 text-left hover:bg-sunken"
      >
        <Icon name={light ? 'app-window' : 'feather'} /> {light ? 'Full pages' : 'Light pages'}
      </button>
    </Form>
  );
}
