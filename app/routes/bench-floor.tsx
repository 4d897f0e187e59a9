import { type LoaderFunctionArgs, redirect } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import { config } from '~/lib/server/config.server';

const MAX_ROWS = 5_000;

/**
 * A fixed page, as large as asked for: what this framework costs before the panel does anything. The
 * benchmarks measure themselves against it (docs/performance.md); nobody else can see it.
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
          // biome-ignore lint/suspicious/noArrayIndexKey: the rows are all alike
          <tr key={row}>
            <td>Fixed</td>
            <td>text</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
