import { toErrorText } from '../shared/error-text';

export function print(line: string): void {
  process.stdout.write(`${line}\n`);
}

/** Tells what went wrong, in its own words and without a stack trace; the command ends with 1. */
export function fail(error: unknown): void {
  process.stderr.write(`${error instanceof Error ? error.message : toErrorText(error)}\n`);
  process.exitCode = 1;
}
