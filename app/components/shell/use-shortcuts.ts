import { useNavigate } from '@remix-run/react';
import { useEffect } from 'react';

/** Fetches and starts the shortcuts of keys, which no page needs before the user can press one. */
export function useShortcuts(singleKeys: boolean): void {
  const navigate = useNavigate();
  useEffect(() => {
    let end: (() => void) | undefined;
    let isOver = false;
    import('./handle-shortcuts').then(
      ({ handleShortcuts }) => {
        if (!isOver) end = handleShortcuts({ singleKeys, navigate });
      },
      // Without the file, all pages work, only without shortcuts.
      () => {},
    );
    return () => {
      isOver = true;
      end?.();
    };
  }, [navigate, singleKeys]);
}
