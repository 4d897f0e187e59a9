import type { Result } from 'shared/result';
import { metrics } from '../server/metrics.server';

type Outcome = Result<unknown, { kind: string }>;

/**
 * Runs a call to the API host, and records the duration and the outcome in the metrics. `call` is the path without ids.
 */
export async function observeCall<Answer extends Outcome>(
  call: string,
  work: () => Promise<Answer>,
): Promise<Answer> {
  const end = metrics.hostCallSeconds.startTimer({ call });
  const result = await work();
  end({ outcome: result.ok ? 'ok' : result.error.kind });
  return result;
}
