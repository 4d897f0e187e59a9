/** The description of an error for the log. Excludes the error's message, which may quote user input. */
export interface ErrorDescription {
  name: string;
  code?: string;
  /** The functions, files and lines of the stack. */
  frames: string[];
  cause?: ErrorDescription;
}

const MAX_FRAMES = 12;
const MAX_CAUSES = 3;
const WORD = /^[\w.-]{1,60}$/;

/** Describes an error, or any other thrown value, without its message. */
export function describeError(error: unknown, causes = MAX_CAUSES): ErrorDescription {
  if (!(error instanceof Error)) return { name: typeof error, frames: [] };
  const { code } = error as NodeJS.ErrnoException;
  return {
    name: readWord(error.name) ?? 'Error',
    code: readWord(code),
    frames: listFrames(error),
    cause:
      error.cause === undefined || causes === 0
        ? undefined
        : describeError(error.cause, causes - 1),
  };
}

function readWord(text: unknown): string | undefined {
  return typeof text === 'string' && WORD.test(text) ? text : undefined;
}

/**
 * Returns the frames of the stack. Excludes the message at the start of the stack, because lines of the message may
 * look like frames.
 */
function listFrames({ stack, message }: Error): string[] {
  if (typeof stack !== 'string') return [];
  const start = stack.indexOf(message);
  const frames = start < 0 ? '' : stack.slice(start + message.length);
  return frames
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => /^at .+:\d+:\d+\)?$/.test(line))
    .slice(0, MAX_FRAMES);
}
