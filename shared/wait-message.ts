/** Returns the message for too many attempts. It names the waiting time, rounded up to whole minutes. */
export function waitMessage(seconds: number): string {
  const minutes = Math.ceil(seconds / 60);
  return `Too many attempts. Please try again in ${minutes} ${minutes === 1 ? 'minute' : 'minutes'}.`;
}
