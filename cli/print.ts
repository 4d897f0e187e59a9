import { toErrorText } from '../shared/error-text';

/** Prints a line to standard output. */
export function print(line: string): void {
  process.stdout.write(`${line}\n`);
}

/** Prints the message of an error, without its stack. The command exits with 1. */
export function fail(error: unknown): void {
  process.stderr.write(`${error instanceof Error ? error.message : toErrorText(error)}\n`);
  process.exitCode = 1;
}
