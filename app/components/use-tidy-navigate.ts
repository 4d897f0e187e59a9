import { useNavigate } from '@remix-run/react';
import { useCallback } from 'react';

type Entries = Iterable<readonly [name: string, value: FormDataEntryValue]>;

/**
 * Returns a function that navigates to a list with the given parameters. It writes the address as the server
 * does, without empty parameters and with unescaped commas. Without script, the server redirects to the same
 * address.
 */
export function useTidyNavigate() {
  const navigate = useNavigate();
  return useCallback(
    (path: string, entries: Entries, options: { replace?: boolean } = {}) => {
      const params = new URLSearchParams();
      for (const [name, value] of entries) if (value !== '') params.append(name, String(value));
      const search = params.toString().replaceAll('%2C', ',');
      navigate(search ? `${path}?${search}` : path, { ...options, preventScrollReset: true });
    },
    [navigate],
  );
}
