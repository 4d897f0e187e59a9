import type { LoadContext } from '../load-context';

/** Who asks, for the throttles; all are one where the server does not say (in development). */
export function clientAddress({ clientAddress }: LoadContext): string {
  return clientAddress || 'unknown';
}
