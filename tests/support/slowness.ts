/** The text that the work handles, and the processor time in milliseconds of the work on a machine of the usual speed. */
const text = '<~ "é'.repeat(16_000);
const USUAL_MS = 23;

/** Does what a server does with a posted form: decodes a text, and writes and reads JSON. */
function handleText(): void {
  const decoded = decodeURIComponent(encodeURIComponent(text));
  const json = JSON.stringify(Array(4).fill(decoded));
  const packed = json.replace(/["~]/g, (sign) => (sign === '"' ? '~' : '"'));
  JSON.parse(packed.replace(/["~]/g, (sign) => (sign === '"' ? '~' : '"')));
}

/**
 * Returns how many times slower than usual this machine is at the moment, and at least 1. Measured processor times are
 * divided by it, because a busy machine takes more processor time for the same work.
 */
export function measureSlowness(): number {
  const before = process.cpuUsage();
  handleText();
  const { user, system } = process.cpuUsage(before);
  return Math.max(1, (user + system) / 1_000 / USUAL_MS);
}

// The first runs take longer, because the code is not compiled yet.
for (let run = 0; run < 3; run += 1) handleText();
