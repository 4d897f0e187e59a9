/** True when the process is stopping: the server sets it, and /readyz reports it. */
export const stopping = { now: false };
