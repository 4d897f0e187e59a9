import { buildSynopsis } from './build-help';
import type { CommandName } from './usages';

/** Thrown when a command was called incorrectly. The message is for the user, and ends with how to call the command. */
export class UsageError extends Error {
  constructor(problem: string, name: CommandName) {
    super(`${problem}: ${buildSynopsis(name)}`);
  }
}
