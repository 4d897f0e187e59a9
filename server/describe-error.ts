/** What the log may hold of an error: its message may quote what a person typed. */
export interface ErrorDescription {
  name: string;
  code?: string;
  /** Functions, files and lines. */
  frames: string[];
  cause?: ErrorDescription;
}

const MAX_FRAMES = 12;
const MAX_CAUSES = 3;
const WORD = /^[\w.-]{1,60}$/;

/** Describes an error, or whatever was thrown, without its message. */
export function describeError(error: unknown, causes = MAX_CAUSES): ErrorDescription {
  if (!(error instanceof Error)) return { name: typeof error, frames: [] };
  const { code } = error as NodeJS.ErrnoException;
  return {
    name: wordOf(error.name) ?? 'Error',
    code: wordOf(code),
    frames: framesOf(error),
    cause:
      error.cause === undefined || causes === 0
        ? undefined
        : describeError(error.cause, causes - 1),
  };
}

function wordOf(text: unknown): string | undefined {
  return typeof text === 'string' && WORD.test(text) ? text : undefined;
}

/** The stack begins with the message, which may have lines that look like frames. */
function framesOf({ stack, message }: Error): string[] {
  if (typeof stack !== 'string') return [];
  const start = stack.indexOf(message);
  const frames = start < 0 ? '' : stack.slice(start + message.length);
  return frames
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => /^at .+:\d+:\d+\)?$/.test(line))
    .slice(0, MAX_FRAMES);
}
