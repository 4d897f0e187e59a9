import { type LoaderFunctionArgs, redirect } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import { config } from '~/lib/core/server/config.server';

const MAX_ROWS = 5_000;

/**
 * Loads a fixed page with the requested number of rows. The benchmarks compare the panel with it, because it
 * shows the cost of the framework alone (docs/performance.md). Redirects to the sign-in unless BENCH is on.
 */
export function loader({ request }: LoaderFunctionArgs) {
  if (!config.BENCH) throw redirect('/login');
  const rows = Number(new URL(request.url).searchParams.get('rows')) || 10;
  return { title: 'Floor', rows: Math.min(rows, MAX_ROWS) };
}

export default function Floor() {
  const { rows } = useLoaderData<typeof loader>();
  return (
    <table>
      <tbody>
        {Array.from({ length: rows }, (_, row) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: all rows are the same
          <tr key={row}>
            <td>Fixed</td>
            <td>text</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
