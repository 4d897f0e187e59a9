/** `now` is true while the process is stopping. The server sets it, and /readyz reports it. */
export const stopping = { now: false };
