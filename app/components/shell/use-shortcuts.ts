import { useNavigate } from '@remix-run/react';
import { useEffect } from 'react';

/** Fetches and starts the keyboard shortcuts. Their code is fetched after hydration, so that it delays no page. */
export function useShortcuts(singleKeys: boolean): void {
  const navigate = useNavigate();
  useEffect(() => {
    let end: (() => void) | undefined;
    let isOver = false;
    import('./handle-shortcuts').then(
      ({ handleShortcuts }) => {
        if (!isOver) end = handleShortcuts({ singleKeys, navigate });
      },
      // If the code cannot be fetched, there are no shortcuts. Pages work without them.
      () => {},
    );
    return () => {
      isOver = true;
      end?.();
    };
  }, [navigate, singleKeys]);
}
