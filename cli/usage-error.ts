/** Thrown when a command was called incorrectly. The message is for the user of the command. */
export class UsageError extends Error {}
