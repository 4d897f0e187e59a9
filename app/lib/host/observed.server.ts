import { metrics } from '../metrics.server';

type Outcome = { ok: true } | { ok: false; fault: { kind: string } };

/** The call's result, counted and timed; `call` is a path of the API host without ids. */
export async function observed<Result extends Outcome>(
  call: string,
  work: () => Promise<Result>,
): Promise<Result> {
  const end = metrics.hostCallSeconds.startTimer({ call });
  const result = await work();
  end({ outcome: result.ok ? 'ok' : result.fault.kind });
  return result;
}
