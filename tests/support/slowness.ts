/** The bytes that are added up, and the processor time in milliseconds of this on a machine of the usual speed. */
const bytes = Buffer.alloc(5_000_000, 1);
const USUAL_MS = 32;
const addUp = () => bytes.reduce((sum, byte) => sum + byte, 0);
// The first run takes longer, because the code is not compiled yet.
addUp();

/**
 * Returns how many times slower than usual this machine is at the moment, and at least 1. Measured processor times are
 * divided by it, because a busy machine takes more processor time for the same work.
 */
export function measureSlowness(): number {
  const before = process.cpuUsage();
  addUp();
  const { user, system } = process.cpuUsage(before);
  return Math.max(1, (user + system) / 1_000 / USUAL_MS);
}
