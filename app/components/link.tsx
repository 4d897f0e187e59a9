import { useNavigate } from '@remix-run/react';
import {
  type ComponentPropsWithRef,
  createContext,
  type MouseEvent,
  type ReactNode,
  useContext,
  useMemo,
} from 'react';

type Follow = (event: MouseEvent<HTMLAnchorElement>) => void;

const FollowContext = createContext<{ toTop: Follow; inPlace: Follow } | undefined>(undefined);

/** Lets every link below lead to its page without a new document. */
export function LinkScope({ children }: { children: ReactNode }) {
  const navigate = useNavigate();
  const follow = useMemo(() => {
    const withOptions =
      (preventScrollReset: boolean): Follow =>
      (event) => {
        const link = event.currentTarget;
        if (event.defaultPrevented || !isPlain(event)) return;
        event.preventDefault();
        const replace = link.href === window.location.href;
        navigate(link.pathname + link.search + link.hash, { replace, preventScrollReset });
      };
    return { toTop: withOptions(false), inPlace: withOptions(true) };
  }, [navigate]);
  return <FollowContext.Provider value={follow}>{children}</FollowContext.Provider>;
}

interface LinkProps extends Omit<ComponentPropsWithRef<'a'>, 'href' | 'ref'> {
  /** An address of this panel, from its root on. */
  to: string;
  /** The page stays where it was scrolled to. */
  preventScrollReset?: boolean;
  /** The browser loads the page as a new document. */
  reloadDocument?: boolean;
}

/**
 * A link to another page of the panel. Remix's own resolves its address against all routes, which takes
 * longer than drawing it: a list has eighty, and theirs are whole already.
 */
export function Link(props: LinkProps) {
  const { to, preventScrollReset, reloadDocument, onClick, children, ...rest } = props;
  const scope = useContext(FollowContext);
  const follow = preventScrollReset ? scope?.inPlace : scope?.toTop;
  return (
    <a
      {...rest}
      href={to}
      onClick={(event) => {
        onClick?.(event);
        if (!reloadDocument) follow?.(event);
      }}
    >
      {children}
    </a>
  );
}

/** Other clicks open a tab or a window, or download: they are the browser's. */
export function isPlain({ button, metaKey, altKey, ctrlKey, shiftKey }: MouseEvent): boolean {
  return button === 0 && !(metaKey || altKey || ctrlKey || shiftKey);
}
